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
