//! Secrets: random letters and digits that are shown once and kept as a hash.

use std::fmt;

use domain::digest::{sha256, sha256_bytes};

use crate::service::app::fill;

const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A secret. What is printed of it by accident is nothing, and comparing two tells nothing by the time it takes.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// 256 random bits in 43 letters and digits (AC-5, AC-7).
    pub fn long() -> Self {
        Self::random(43)
    }

    /// At least 128 random bits in 22 letters and digits, for links (AC-2, AC-3).
    pub fn short() -> Self {
        Self::random(22)
    }

    /// One that somebody gives.
    pub fn given(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// Shows it: once, to whom it is for.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Under which it is kept.
    pub fn hash(&self) -> String {
        sha256(self.0.as_bytes())
    }

    fn random(length: usize) -> Self {
        let mut text = String::with_capacity(length);
        while text.len() < length {
            let mut bytes = [0; 64];
            fill(&mut bytes);
            // 248 is the largest multiple of 62 in a byte: every letter is as likely as the others.
            let letters =
                bytes.iter().filter(|byte| **byte < 248).map(|byte| LETTERS[usize::from(byte % 62)]);
            text.extend(letters.take(length - text.len()).map(char::from));
        }
        Self(text)
    }
}

/// Hashes are compared, and all of them: where two secrets differ is seen neither in the hashes nor in the time.
impl PartialEq for Secret {
    fn eq(&self, other: &Self) -> bool {
        differing(&sha256_bytes(self.0.as_bytes()), &sha256_bytes(other.0.as_bytes())) == 0
    }
}

impl Eq for Secret {}

/// The bits in which two hashes differ somewhere; every byte is looked at, whatever was found before.
fn differing(one: &[u8; 32], other: &[u8; 32]) -> u8 {
    let bits = one.iter().zip(other).fold(0, |bits, (one, other)| bits | (one ^ other));
    std::hint::black_box(bits)
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// A number in letters and digits, most significant first.
pub(super) fn base62(mut number: u32, length: usize) -> String {
    let mut letters = vec![LETTERS[0]; length];
    for letter in letters.iter_mut().rev() {
        *letter = LETTERS[(number % 62) as usize];
        number /= 62;
    }
    letters.into_iter().map(char::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ac_5_a_secret_has_43_letters_and_digits_and_is_never_printed() {
        let (one, other) = (Secret::long(), Secret::long());
        assert_eq!(one.reveal().len(), 43);
        assert!(one.reveal().bytes().all(|byte| LETTERS.contains(&byte)));
        assert_ne!(one, other);
        assert_eq!(format!("{one:?}"), "Secret");
        assert_eq!((one.hash().len(), one.hash() == one.reveal()), (64, false));
    }

    #[test]
    fn ac_7_secrets_are_compared_as_whole_hashes() {
        let hash = sha256_bytes(b"a secret");
        assert_eq!(differing(&hash, &hash), 0);
        for place in 0..hash.len() {
            for bit in 0..8 {
                let mut other = hash;
                other[place] ^= 1 << bit;
                assert_eq!(differing(&hash, &other), 1 << bit, "byte {place}");
            }
        }
        let opposite = hash.map(|byte| !byte);
        assert_eq!(differing(&hash, &opposite), u8::MAX, "it goes on after the first difference");
        assert_eq!(Secret::given("a secret"), Secret::given("a secret"));
        assert_ne!(Secret::given("a secret"), Secret::given("a secreT"));
        assert_ne!(Secret::given("a secret"), Secret::given(""));
    }

    #[test]
    fn numbers_are_written_in_62_letters() {
        assert_eq!(base62(0, 6), "000000");
        assert_eq!(base62(61, 6), "00000z");
        assert_eq!(base62(62, 6), "000010");
        assert_eq!(base62(u32::MAX, 6).len(), 6);
    }
}
