//! Digests by which two texts are known to be equal without comparing them (AR-7, PV-6, PR-7).

use std::fmt::{self, Write};

use sha1::Sha1;
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// The SHA-256 of `bytes`.
pub fn sha256_bytes(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// The SHA-256 of `bytes` as 64 hex digits.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// The first half of the SHA-256 of a text, as 32 hex digits.
pub fn half_sha256(text: fmt::Arguments<'_>) -> String {
    hex(&Fed::<Sha256>::with(&[], text)[..16])
}

/// The uuid of a text in a name space (version 5).
pub fn name_uuid(namespace: Uuid, text: fmt::Arguments<'_>) -> Uuid {
    let mut half = [0; 16];
    half.copy_from_slice(&Fed::<Sha1>::with(namespace.as_bytes(), text)[..16]);
    uuid::Builder::from_sha1_bytes(half).into_uuid()
}

/// A digest that a text is written into, so that its parts need not be joined first.
struct Fed<D>(D);

impl<D: Digest> Fed<D> {
    fn with(prefix: &[u8], text: fmt::Arguments<'_>) -> sha2::digest::Output<D> {
        let mut fed = Self(D::new_with_prefix(prefix));
        // A digest takes everything.
        let _ = fed.write_fmt(text);
        fed.0.finalize()
    }
}

impl<D: Digest> Write for Fed<D> {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        self.0.update(part);
        Ok(())
    }
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut digits = Vec::with_capacity(2 * bytes.len());
    for byte in bytes {
        digits.extend([byte >> 4, byte & 0xF].map(|half| DIGITS[usize::from(half)]));
    }
    String::from_utf8(digits).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_of_abc_is_the_published_one() {
        let published = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(b"abc"), published);
        assert_eq!(half_sha256(format_args!("a{}c", 'b')), published[..32]);
    }

    #[test]
    fn the_uuid_of_a_name_is_the_published_one() {
        let dns = Uuid::from_u128(0x6ba7_b810_9dad_11d1_80b4_00c0_4fd4_30c8);
        let uuid = name_uuid(dns, format_args!("{}.example.com", "www"));
        assert_eq!(uuid.to_string(), "2ed6657d-e927-568b-95e1-2665a8aea6a2");
    }
}
