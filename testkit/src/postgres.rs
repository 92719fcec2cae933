//! A PostgreSQL server of a test's own, for what no test may do to the one that all share: it crashes and comes back.
//!
//! It listens on loopback, lives in a temporary folder and is gone when it is dropped. Unlike the shared one it writes
//! as safely as a server does that nobody configured. PostgreSQL refuses to run as root, so root hands it to the user
//! `postgres`, as `scripts/lib/postgres.sh` does.

#![expect(clippy::unwrap_used, reason = "a test cannot go on without its server")]

use std::{
    fs,
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
};

/// Where Debian puts the programs of each version.
const VERSIONS: &str = "/usr/lib/postgresql";

/// How often another port is tried, and how often the same one when the server comes back.
const TRIES: usize = 5;

/// Seconds that it may take to start or to stop.
const PATIENCE: &str = "60";

/// A server that runs, or has crashed.
#[derive(Debug)]
pub struct Server {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
}

impl Server {
    /// A new server with an empty database `postgres`, where the role `regimen` may do everything.
    pub fn start() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("regimen-postgres-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).unwrap();
        let mut server = Self { programs: newest(), folder, port: 0 };
        if is_root() {
            let given = Command::new("chown").arg("postgres").arg(&server.folder).status().unwrap();
            assert!(given.success(), "the folder cannot be given to the user postgres");
        }
        let data = server.data();
        let made = server.run(
            "initdb",
            &[
                "--pgdata",
                &data,
                "--username=regimen",
                "--auth=trust",
                "--encoding=UTF8",
                "--locale=C.UTF-8",
                "--no-sync",
            ],
        );
        assert!(made, "initdb: {}", server.said());
        let is_up = (0..TRIES).any(|_| {
            server.port = free_port();
            server.try_start()
        });
        assert!(is_up, "PostgreSQL did not start: {}", server.said());
        server
    }

    /// How a client reaches it.
    pub fn url(&self) -> String {
        format!("postgres://regimen@127.0.0.1:{}/postgres", self.port)
    }

    /// Ends it as a crash does: nothing is put in order, and every connection breaks.
    pub fn crash(&self) {
        let data = self.data();
        let mode = ["stop", "--pgdata", &data, "--mode=immediate", "--wait", "--timeout", PATIENCE];
        assert!(self.run("pg_ctl", &mode), "PostgreSQL did not stop: {}", self.said());
    }

    /// Starts it again where it was; it recovers what it had written.
    pub fn resume(&self) {
        let is_up = (0..TRIES).any(|_| self.try_start());
        assert!(is_up, "PostgreSQL did not come back: {}", self.said());
    }

    fn try_start(&self) -> bool {
        let options =
            format!("-c listen_addresses=127.0.0.1 -c port={} -c unix_socket_directories=''", self.port);
        let (data, log) = (self.data(), path(&self.folder.join("log")));
        let start = ["start", "--pgdata", &data, "--log", &log, "--options", &options, "--wait"];
        self.run("pg_ctl", &[&start[..], &["--timeout", PATIENCE]].concat())
    }

    /// Runs one of its programs as the user that the server belongs to; what it says is kept beside its log.
    fn run(&self, program: &str, arguments: &[&str]) -> bool {
        let program = self.programs.join(program);
        let mut command = if is_root() {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=postgres", "--regid=postgres", "--init-groups"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        let said = fs::OpenOptions::new().create(true).append(true).open(self.folder.join("said")).unwrap();
        command.args(arguments).current_dir(&self.folder).stdin(Stdio::null());
        let status = command.stdout(said.try_clone().unwrap()).stderr(said).status();
        status.unwrap_or_else(|error| panic!("{command:?}: {error}")).success()
    }

    fn data(&self) -> String {
        path(&self.folder.join("data"))
    }

    /// What the programs and the server said, for who wants to know why.
    fn said(&self) -> String {
        let text = |name: &str| fs::read_to_string(self.folder.join(name)).unwrap_or_default();
        text("said") + &text("log")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let data = self.data();
        // It may have crashed already; and a panic here would hide the one of the test.
        self.run("pg_ctl", &["stop", "--pgdata", &data, "--mode=immediate", "--wait"]);
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The programs of the newest version that is installed.
fn newest() -> PathBuf {
    let versions = fs::read_dir(VERSIONS).unwrap_or_else(|error| {
        panic!("{VERSIONS}: {error}; maybe install the package postgresql, as scripts/test does")
    });
    let numbered = versions.filter_map(|entry| {
        let folder = entry.unwrap().path();
        let number: u32 = folder.file_name()?.to_str()?.parse().ok()?;
        Some((number, folder.join("bin")))
    });
    let (_, programs) = numbered.max().unwrap_or_else(|| panic!("{VERSIONS} holds no version"));
    programs
}

/// A port that is free now and that no connection takes while the server is down: those come from the range of the
/// kernel, which begins above.
fn free_port() -> u16 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let next = || 10_000 + (std::process::id() * 7 + NEXT.fetch_add(1, Ordering::Relaxed)) % 10_000;
    let mut ports = std::iter::repeat_with(|| u16::try_from(next()).unwrap());
    ports.find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok()).unwrap()
}

fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    // Whoever runs this process owns its entry among the processes.
    fs::metadata("/proc/self").is_ok_and(|entry| entry.uid() == 0)
}

fn path(path: &Path) -> String {
    path.to_str().unwrap().to_owned()
}
