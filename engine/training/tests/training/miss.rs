//! P-48: what is known before a session, what is learned from it, and what follows.

mod effect;
mod features;
mod learner;
mod population;
mod protocol;
