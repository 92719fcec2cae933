//! The talk with a model, without IO: what is sent, what an answer means, when to try again (L-26..L-33).
//!
//! The host carries out a [`conversation::Call`] and hands back what came of it; everything between is decided here.
//! [`draft`] says what is judged: a plan, then a workout. [`transport`] and [`breaker`] say when the network is tried
//! again and when it is left alone, [`fallback`] when the rules stand in, [`hybrid`] what a model may add to their work,
//! [`structure`] how it reads lines that no rule understood, [`suggest`] what it is told and may look up after a session,
//! [`opinion`] how it is asked what came of an earlier change.

pub mod breaker;
pub mod conversation;
pub mod draft;
pub mod fallback;
pub mod fence;
pub mod hybrid;
pub mod message;
pub mod opinion;
pub mod settings;
pub mod structure;
pub mod suggest;
pub mod transport;
