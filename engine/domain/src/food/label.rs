//! What is printed on a product and its shelf: barcode and price (ND-2).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The number under a bar code: EAN-8, UPC-A (12 digits) or EAN-13 with a valid check digit.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(extend("pattern" = "^([0-9]{8}|[0-9]{12}|[0-9]{13})$"))]
pub struct Barcode(String);

impl Barcode {
    /// The digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A text that is no barcode.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a barcode, expected 8, 12 or 13 digits of which the last is the check digit")]
pub struct NotABarcode(String);

impl TryFrom<String> for Barcode {
    type Error = NotABarcode;

    fn try_from(text: String) -> Result<Self, NotABarcode> {
        let is_number = matches!(text.len(), 8 | 12 | 13) && text.bytes().all(|byte| byte.is_ascii_digit());
        // From the right the digits weigh 1, 3, 1, 3 ...; the check digit makes the sum a multiple of 10.
        let weighed = text.bytes().rev().zip([1, 3].into_iter().cycle());
        if is_number && weighed.map(|(digit, weight)| u32::from(digit - b'0') * weight).sum::<u32>() % 10 == 0
        {
            Ok(Self(text))
        } else {
            Err(NotABarcode(text))
        }
    }
}

impl From<Barcode> for String {
    fn from(barcode: Barcode) -> Self {
        barcode.0
    }
}

/// An ISO 4217 code, such as `EUR`; only its form is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String", extend("pattern" = "^[A-Z]{3}$"))]
pub struct Currency([u8; 3]);

/// A text that is no currency.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a currency, expected an ISO code of three capital letters like EUR")]
pub struct NotACurrency(String);

impl TryFrom<String> for Currency {
    type Error = NotACurrency;

    fn try_from(text: String) -> Result<Self, NotACurrency> {
        match *text.as_bytes() {
            [a, b, c] if [a, b, c].iter().all(u8::is_ascii_uppercase) => Ok(Self([a, b, c])),
            _ => Err(NotACurrency(text)),
        }
    }
}

impl From<Currency> for String {
    fn from(Currency(letters): Currency) -> Self {
        letters.into_iter().map(char::from).collect()
    }
}

/// A sum of money.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Money {
    /// In the smallest unit of the currency: cents, kopecks, yen.
    pub minor: u32,
    /// Of which currency.
    pub currency: Currency,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nd_2_barcodes_need_their_check_digit() {
        let barcode = |digits: &str| Barcode::try_from(digits.to_owned());
        for good in ["73513537", "036000291452", "4006381333931"] {
            assert_eq!(barcode(good).unwrap().as_str(), good);
        }
        for bad in ["", "73513538", "4006381333913", "0735135370", "40063813x3931"] {
            let message = barcode(bad).unwrap_err().to_string();
            assert!(
                message.starts_with(&format!("`{bad}` is not a barcode, expected 8, 12 or 13 digits")),
                "{message}"
            );
        }
    }

    #[test]
    fn nd_2_money_has_an_iso_currency_and_is_never_negative() {
        let read = |json: &str| serde_json::from_str::<Money>(json).map_err(|error| error.to_string());
        assert_eq!(String::from(read(r#"{"minor": 450, "currency": "EUR"}"#).unwrap().currency), "EUR");
        let error = read(r#"{"minor": 450, "currency": "euro"}"#).unwrap_err();
        assert!(error.starts_with("`euro` is not a currency"), "{error}");
        assert!(read(r#"{"minor": -1, "currency": "EUR"}"#).is_err());
    }
}
