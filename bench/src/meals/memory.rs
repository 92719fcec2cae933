//! The most memory that a process holds which does nothing but read and solve a problem file (MB-3).

use std::{
    env, fs,
    io::{self, Read},
    process::Command,
    time::Duration,
};

use nutrition::{problem::Problem, request::Request};

use super::{
    program::{NoAnswer, feed},
    solver::{Solver, Task},
};
use crate::Failure;

/// Longer than all budgets together take.
const PATIENCE: Duration = Duration::from_mins(10);

/// The word by which this program is asked to be that process.
pub(crate) const VERB: &str = "peak";

/// Lets another process of this program solve a problem; megabytes, if the system tells them.
pub(crate) fn of_solving(document: &str) -> Result<Option<f64>, Failure> {
    let printed = feed(Command::new(env::current_exe()?).args(["meals", VERB]), document, PATIENCE);
    match printed {
        Ok(printed) => Ok(printed.trim().parse().ok()),
        Err(NoAnswer::NotRun(error)) => Err(Failure::Command(error)),
        Err(_) => Ok(None),
    }
}

/// Reads and checks a problem file: what every solve begins with.
pub(crate) fn read(document: &str) -> Result<Request, Failure> {
    let problem: Problem = serde_json::from_str(document)?;
    Ok(Request::new(&problem)?)
}

/// Solves the problem on standard input and says how many megabytes that took, if the system tells them.
pub(crate) fn solve_here() -> Result<Option<f64>, Failure> {
    let mut document = String::new();
    io::stdin().lock().read_to_string(&mut document)?;
    let request = read(&document)?;
    let answer = Solver::Regimen.solve(&Task { document: &document, request: &request });
    drop(answer);
    Ok(fs::read_to_string("/proc/self/status").ok().as_deref().and_then(high_water_mark))
}

/// The most resident memory so far, as the kernel tells it: in units of 1024 bytes.
fn high_water_mark(status: &str) -> Option<f64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: f64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes * 1024.0 / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_3_peak_memory_is_the_high_water_mark_of_the_kernel() {
        let status = "Name:\tbench\nVmPeak:\t  900000 kB\nVmHWM:\t  125000 kB\nVmRSS:\t  90000 kB\n";
        assert_eq!(high_water_mark(status), Some(128.0));
        assert_eq!(high_water_mark("Name:\tbench\n"), None);
    }
}
