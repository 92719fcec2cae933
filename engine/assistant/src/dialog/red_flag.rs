//! D-15: symptoms that end all training advice.

use domain::vocabulary::vocabulary;

vocabulary! {
    /// A symptom that needs a professional (D-15).
    pub enum RedFlag: "red flag" {
        ChestPain = "chest_pain",
        Syncope = "syncope",
        Breath = "breath",
        Neuro = "neuro",
        Cauda = "cauda",
        Headache = "headache",
        Rhabdo = "rhabdo",
        Trauma = "trauma",
        SelfHarm = "self_harm",
    }
}

use super::{
    lexicon::RED_FLAGS,
    mark::{is_denied, is_past},
};

/// The symptoms that a clause names, unless it denies them or speaks of long ago.
pub(super) fn find(words: &[String]) -> Vec<RedFlag> {
    if is_past(words) {
        return vec![];
    }
    let is_named = |flag: &&RedFlag| {
        let places = (0..words.len()).filter_map(|at| Some(at..at + RED_FLAGS[*flag].takes(&words[at..])?));
        places.into_iter().any(|place| !is_denied(words, &place))
    };
    RED_FLAGS.keys().filter(is_named).copied().collect()
}
