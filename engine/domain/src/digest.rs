//! SHA-256 in hex: by which two texts are known to be equal without comparing them (PV-6, PR-7).

use sha2::{Digest, Sha256};

/// The SHA-256 of `bytes` as 64 hex digits.
pub fn sha256(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let halves = Sha256::digest(bytes).into_iter().flat_map(|byte| [byte >> 4, byte & 0xF]);
    halves.map(|half| char::from(DIGITS[usize::from(half)])).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_digest_of_abc_is_the_published_one() {
        let published = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(super::sha256(b"abc"), published);
    }
}
