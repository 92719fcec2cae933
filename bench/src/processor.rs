//! Processor time, as the kernel of Linux counts it: of this process, and of a server's processes on the same machine.

use std::{fs, time::Duration};

use sqlx::PgConnection;

use crate::Failure;

/// What this process has used so far, all its threads together; nothing where the kernel does not say.
pub(crate) fn own() -> Option<Duration> {
    of(std::process::id())
}

/// What the processes of PostgreSQL have used so far that serve this database, but for the one that is asked.
pub(crate) async fn server(connection: &mut PgConnection) -> Result<Option<Duration>, Failure> {
    const SQL: &str = "select pid from pg_stat_activity
                       where datname = current_database() and pid <> pg_backend_pid()";
    let pids: Vec<i32> = sqlx::query_scalar(SQL).fetch_all(connection).await?;
    Ok(pids.into_iter().map(|pid| of(pid.unsigned_abs())).sum())
}

/// How many threads wanted a processor in the last minute, on the average, and how many processors there are: what else
/// the machine had to do.
pub(crate) fn load() -> Option<(f64, usize)> {
    let load = fs::read_to_string("/proc/loadavg").ok()?;
    let load = load.split_whitespace().next()?.parse().ok()?;
    Some((load, std::thread::available_parallelism().ok()?.get()))
}

pub(crate) fn of(pid: u32) -> Option<Duration> {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).ok()?;
    threads.map(|thread| on_processor(&fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?)).sum()
}

/// The first number of the kernel's line: nanoseconds on a processor.
fn on_processor(schedstat: &str) -> Option<Duration> {
    schedstat.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_number_is_the_time_on_a_processor() {
        assert_eq!(on_processor("1500 20 3\n"), Some(Duration::from_nanos(1500)));
        assert_eq!(on_processor(""), None);
    }
}
