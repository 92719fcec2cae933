//! Where a benchmark ran: the processor and the state of the code, nothing that tells the machine's name.

use std::{fs, process::Command};

/// The processor, the compiler's target and the commit, as far as they are known.
pub(crate) fn describe() -> String {
    let cpu = fs::read_to_string("/proc/cpuinfo").ok().as_deref().and_then(model).map(str::to_owned);
    let cpu = cpu.unwrap_or_else(|| "unknown processor".to_owned());
    let target = format!("{} {}", std::env::consts::ARCH, std::env::consts::OS);
    let commit = commit().map_or_else(String::new, |commit| format!(", commit {commit}"));
    format!("{cpu}, {target}{commit}")
}

/// The first model name in the kernel's list of processors.
fn model(cpuinfo: &str) -> Option<&str> {
    let line = cpuinfo.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim())
}

/// What git shall compare: everything but the pages that a benchmark is about to write.
const COMPARED: [&str; 3] = [":/", ":(top,exclude)bench/REPORT.md", ":(top,exclude)bench/reports"];

/// The commit that is checked out, and whether the files differ from it.
fn commit() -> Option<String> {
    let commit = git(&["rev-parse", "--short", "HEAD"])?;
    let is_changed = !git(&[&["status", "--porcelain", "--"][..], &COMPARED].concat())?.is_empty();
    Some(if is_changed { format!("{commit} with changes") } else { commit })
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_processor_is_read_from_the_kernels_list() {
        let list = "processor\t: 0\nmodel\t\t: 1\nmodel name\t: Some Processor 7\nmodel name\t: Another\n";
        assert_eq!(model(list), Some("Some Processor 7"));
        assert_eq!(model("processor\t: 0\n"), None);
    }
}
