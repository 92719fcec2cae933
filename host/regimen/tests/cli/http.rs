//! The API as a program meets it: a real server on loopback, real HTTP, both databases.

mod accounts;
mod client;
mod document;
mod gate;
mod live;
mod process;
mod week;
