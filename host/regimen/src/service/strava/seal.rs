//! Tokens under seal: AES-256-GCM with a key that HKDF-SHA-256 makes of the secret key (L-37).
//!
//! A sealed text names the key that sealed it, and opens only for the athlete and the provider that it was sealed for. After
//! the secret key has changed, what the one before sealed is still opened, and sealed anew when it is next written.

use base64::{Engine, engine::general_purpose::STANDARD};
use domain::{id::Id, person::Athlete};
use ring::{
    aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey},
    hkdf::{HKDF_SHA256, KeyType, Prk, Salt},
};
use store::SealedRow;

use crate::service::{access::secret::Secret, app::fill};

/// Sets these keys apart from any other that is made of the same secret.
const SALT: &[u8] = b"regimen sealed tokens";

/// The keys of the server: the one that seals, and those that open.
#[derive(Debug)]
pub(super) struct Keys {
    /// The one that seals comes first.
    all: Vec<Key>,
}

struct Key {
    id: String,
    key: LessSafeKey,
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.id)
    }
}

/// What was opened.
pub(super) struct Opened {
    /// The text.
    pub(super) text: Vec<u8>,
    /// Whether a key sealed it that is no longer the one that seals.
    pub(super) is_old: bool,
}

/// So many bytes of a key.
struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

impl Key {
    fn new(secret: &Secret) -> Option<Self> {
        let prk = Salt::new(HKDF_SHA256, SALT).extract(secret.reveal().as_bytes());
        let (mut key, mut id) = ([0; 32], [0; 8]);
        expand(&prk, b"aes-256-gcm", &mut key)?;
        expand(&prk, b"key id", &mut id)?;
        let id = format!("{:016x}", u64::from_be_bytes(id));
        Some(Self { id, key: LessSafeKey::new(UnboundKey::new(&AES_256_GCM, &key).ok()?) })
    }
}

fn expand(prk: &Prk, info: &[u8], bytes: &mut [u8]) -> Option<()> {
    prk.expand(&[info], Length(bytes.len())).ok()?.fill(bytes).ok()
}

/// What a sealed text is bound to.
fn bound(athlete: Id<Athlete>, provider: &str) -> Aad<Vec<u8>> {
    Aad::from(format!("{athlete} {provider}").into_bytes())
}

impl Keys {
    /// The keys of this secret, and of the one before.
    pub(super) fn new(now: &Secret, before: Option<&Secret>) -> Self {
        Self { all: [Some(now), before].into_iter().flatten().filter_map(Key::new).collect() }
    }

    /// Seals a text for an athlete and a provider.
    pub(super) fn seal(&self, athlete: Id<Athlete>, provider: &str, text: &[u8]) -> Option<SealedRow> {
        let key = self.all.first()?;
        let mut nonce = [0; NONCE_LEN];
        fill(&mut nonce);
        let mut sealed = text.to_vec();
        let bound = bound(athlete, provider);
        key.key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), bound, &mut sealed).ok()?;
        let whole = [nonce.as_slice(), &sealed].concat();
        Some(SealedRow { key_id: key.id.clone(), sealed: STANDARD.encode(whole) })
    }

    /// Opens what was sealed for an athlete and a provider; nothing if the key is unknown, or anything was changed.
    pub(super) fn open(&self, athlete: Id<Athlete>, provider: &str, row: &SealedRow) -> Option<Opened> {
        let place = self.all.iter().position(|key| key.id == row.key_id)?;
        let whole = STANDARD.decode(&row.sealed).ok()?;
        let (nonce, sealed) = whole.split_at_checked(NONCE_LEN)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
        let mut text = sealed.to_vec();
        let length =
            self.all[place].key.open_in_place(nonce, bound(athlete, provider), &mut text).ok()?.len();
        text.truncate(length);
        Some(Opened { text, is_old: place > 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] = b"an access token";

    fn keys(now: &str, before: Option<&str>) -> Keys {
        Keys::new(&Secret::given(now), before.map(Secret::given).as_ref())
    }

    #[test]
    fn l_37_a_sealed_text_opens_for_whom_it_was_sealed_and_for_nobody_else() {
        let (anna, bob) = (Id::derive(&["anna"]), Id::derive(&["bob"]));
        let ours = keys("the key", None);
        let row = ours.seal(anna, "strava", TEXT).unwrap();
        assert_eq!(ours.open(anna, "strava", &row).unwrap().text, TEXT);
        assert!(ours.open(bob, "strava", &row).is_none() && ours.open(anna, "other", &row).is_none());
        assert!(!row.sealed.contains("token") && row != ours.seal(anna, "strava", TEXT).unwrap());
        let claimed = SealedRow {
            key_id: row.key_id.clone(),
            ..keys("another key", None).seal(anna, "strava", TEXT).unwrap()
        };
        assert!(ours.open(anna, "strava", &claimed).is_none());
    }

    #[test]
    fn l_37_a_text_that_was_tampered_with_does_not_open() {
        let (anna, ours) = (Id::derive(&["anna"]), keys("the key", None));
        let row = ours.seal(anna, "strava", TEXT).unwrap();
        let whole = STANDARD.decode(&row.sealed).unwrap();
        for place in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[place] ^= 1;
            let tampered = SealedRow { sealed: STANDARD.encode(bytes), ..row.clone() };
            assert!(ours.open(anna, "strava", &tampered).is_none(), "byte {place}");
        }
        for short in ["", "AAAA", "not base64!"] {
            assert!(
                ours.open(anna, "strava", &SealedRow { sealed: short.to_owned(), ..row.clone() }).is_none()
            );
        }
    }

    #[test]
    fn l_37_what_the_key_before_sealed_is_opened_and_known_as_old() {
        let anna = Id::derive(&["anna"]);
        let row = keys("the key", None).seal(anna, "strava", TEXT).unwrap();
        let rotated = keys("a new key", Some("the key"));
        let opened = rotated.open(anna, "strava", &row).unwrap();
        assert!(opened.is_old && opened.text == TEXT);
        let anew = rotated.seal(anna, "strava", TEXT).unwrap();
        assert!(anew.key_id != row.key_id && !rotated.open(anna, "strava", &anew).unwrap().is_old);
        assert!(keys("a new key", None).open(anna, "strava", &row).is_none());
    }
}
