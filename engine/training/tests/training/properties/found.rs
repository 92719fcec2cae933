//! Cases that random inputs found, each a defect once.
