//! The logistic function and its loss, computed in software so that every machine agrees (P-48).

/// The probability at these log-odds.
pub(super) fn probability(log_odds: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-log_odds))
}

/// The log-odds of a probability between 0 and 1.
pub(super) fn log_odds(probability: f64) -> f64 {
    libm::log(probability / (1.0 - probability))
}

/// Log loss of one row.
pub(super) fn loss(log_odds: f64, miss: bool) -> f64 {
    let against = if miss { -log_odds } else { log_odds };
    libm::log1p(libm::exp(-libm::fabs(against))) + against.max(0.0)
}
