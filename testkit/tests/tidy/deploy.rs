//! What operators are given names only what the program has: figures, settings, commands and a toolchain.

use testkit::markdown::{Block, blocks};

use crate::tree::{File, expect_findings, find, fixture};

/// The folder that operators start from.
const FOLDER: &str = "deploy/";
/// The page that they read.
const GUIDE: &str = "docs/operate.md";
/// The image that they build.
const IMAGE: &str = "deploy/Dockerfile";

/// Where the program says what it has.
const FIGURES: &str = "host/regimen/src/api/log.rs";
const MODEL_FIGURES: &str = "host/regimen/src/llm/figures.rs";
const COUNTED: &str = "host/regimen/src/service/counted.rs";
const STANDING: &str = "host/regimen/src/service/standing.rs";
const SETTINGS: &str = "host/regimen/src/config/table.rs";
const SETTINGS_FILE: &str = "host/regimen/src/config/file.rs";
const COMMANDS: &str = "host/regimen/src/cli/mod.rs";
const WORKSPACE: &str = "Cargo.toml";

/// The program as it is called on the command line.
const PROGRAM: &str = "regimen";
/// What figures of the program begin with.
const SERIES: &str = "regimen_";
/// What environment variables of the program begin with.
const VARIABLE: &str = "REGIMEN_";

/// Finds figures, variables and commands that do not exist, and an image with a compiler that is too old.
pub(crate) fn check(files: &[File]) -> Vec<String> {
    let text = |path: &str| find(files, path).map_or("", |file| file.text.as_str());
    let mut series = series(&[FIGURES, MODEL_FIGURES, COUNTED].map(text).join("\n"));
    series.extend(gauges(text(STANDING)));
    let variables = variables(text(SETTINGS), text(SETTINGS_FILE));
    let commands = commands(text(COMMANDS));
    let mut findings = Vec::new();
    for (is_empty, path, what) in [
        (series.is_empty(), FIGURES, "registers a figure"),
        (variables.is_empty(), SETTINGS, "has a setting"),
        (commands.is_empty(), COMMANDS, "has a command"),
        (text(GUIDE).is_empty(), GUIDE, "tells how to run the program"),
    ] {
        if is_empty {
            findings.push(format!("{path}: nothing in it {what}; tell this check where that is now"));
        }
    }
    for file in files.iter().filter(|file| file.path.starts_with(FOLDER) || file.path == GUIDE) {
        let path = &file.path;
        for (line, word) in words(&file.text, SERIES).filter(|(_, word)| !has(&series, word)) {
            findings.push(format!("{path}:{line}: {word} is not served; {FIGURES} says what is"));
        }
        for (line, word) in words(&file.text, VARIABLE).filter(|(_, word)| !has(&variables, word)) {
            findings.push(format!("{path}:{line}: {word} is no setting; {SETTINGS} says which there are"));
        }
    }
    for (line, noun) in called(text(GUIDE)).into_iter().filter(|(_, noun)| !has(&commands, noun)) {
        findings.push(format!("{GUIDE}:{line}: `{PROGRAM} {noun}` is no command; {COMMANDS} says which are"));
    }
    findings.extend(compiler(text(IMAGE), text(WORKSPACE)));
    findings.extend(stages(text(IMAGE)));
    findings
}

fn has(all: &[String], word: &str) -> bool {
    all.iter().any(|one| one == word)
}

/// The words of a text that begin with `start` and go on, with their lines.
fn words<'a>(text: &'a str, start: &'static str) -> impl Iterator<Item = (usize, &'a str)> {
    text.lines().enumerate().flat_map(move |(index, line)| {
        let words = line.split(|next: char| !next.is_ascii_alphanumeric() && next != '_');
        let ours = words.filter(move |word| word.len() > start.len() && word.starts_with(start));
        ours.map(move |word| (index + 1, word))
    })
}

/// What is between the first two quotes of a text.
fn quoted(text: &str) -> Option<&str> {
    text.split('"').nth(1)
}

/// The series that are served: each figure that is registered, with the endings of its kind.
fn series(source: &str) -> Vec<String> {
    let Some(prefix) = source.split("with_prefix(").nth(1).and_then(quoted) else { return Vec::new() };
    let mut series = Vec::new();
    for call in source.split(".register(").skip(1) {
        let Some(name) = quoted(call) else { continue };
        let endings: &[&str] = match kind(source, call) {
            Kind::Counter => &["_total"],
            Kind::Histogram => &["_bucket", "_sum", "_count"],
            Kind::Gauge => &[""],
        };
        series.extend(endings.iter().map(|ending| format!("{prefix}_{name}{ending}")));
    }
    series
}

/// The gauges of the installation: the names of their table.
fn gauges(source: &str) -> Vec<String> {
    let table = source.split("GAUGES: ").nth(1).and_then(|rest| rest.split("];").next()).unwrap_or_default();
    let rows = table.split("\n    (").skip(1).filter_map(quoted);
    rows.map(|name| format!("{SERIES}{name}")).collect()
}

enum Kind {
    Counter,
    Histogram,
    Gauge,
}

/// The kind of a figure: that of the field that is registered; what is no field is a gauge made on the spot.
fn kind(source: &str, call: &str) -> Kind {
    let arguments = call.split(';').next().unwrap_or_default();
    let field = arguments.split("self.").nth(1).and_then(|rest| rest.split('.').next());
    let declared = field.and_then(|field| {
        let start = format!("{field}: ");
        source.lines().find_map(|line| line.trim_start().strip_prefix(start.as_str()))
    });
    match declared {
        Some(kind) if kind.contains("Counter") => Kind::Counter,
        Some(kind) if kind.contains("Histogram") => Kind::Histogram,
        _ => Kind::Gauge,
    }
}

/// The variables of all settings, with those that name a file, and the one that names the settings file.
fn variables(settings: &str, file: &str) -> Vec<String> {
    let keys = settings.split(" key: \"").skip(1).filter_map(|rest| rest.split('"').next());
    let names = keys.map(|key| format!("{VARIABLE}{}", key.replace('.', "_").to_uppercase()));
    let mut variables: Vec<String> = names.flat_map(|name| [format!("{name}_FILE"), name]).collect();
    let named = file.split("const VARIABLE: &str = ").nth(1).and_then(quoted);
    variables.extend(named.map(str::to_owned));
    variables
}

/// The nouns of the command line, as clap spells the variants, and the one that clap adds.
fn commands(source: &str) -> Vec<String> {
    let Some(list) = source.split("enum Noun {").nth(1).and_then(|rest| rest.split("\n}").next()) else {
        return Vec::new();
    };
    let names = list.lines().filter_map(|line| line.trim().split(['(', ',']).next());
    let variants = names.filter(|name| name.starts_with(|next: char| next.is_ascii_uppercase()));
    variants.map(kebab).chain(["help".to_owned()]).collect()
}

/// `CheckIn` as `check-in`.
fn kebab(variant: &str) -> String {
    let mut name = String::new();
    for (at, next) in variant.char_indices() {
        if at > 0 && next.is_ascii_uppercase() {
            name.push('-');
        }
        name.push(next.to_ascii_lowercase());
    }
    name
}

/// What stands behind the program's name in the code of a page, with the line.
///
/// A container or a service may have the same name; an option, a path or the program itself follows it then.
fn called(page: &str) -> Vec<(usize, String)> {
    let mut nouns = Vec::new();
    for (line, code) in code(page) {
        let words: Vec<&str> = code.split_whitespace().collect();
        for pair in words.windows(2) {
            let is_noun = pair[1].starts_with(|next: char| next.is_ascii_lowercase()) && pair[1] != PROGRAM;
            if pair[0] == PROGRAM && is_noun {
                nouns.push((line, pair[1].to_owned()));
            }
        }
    }
    nouns
}

/// The lines of fenced blocks and the inline code of a page. An open fence is a finding of the links check.
fn code(page: &str) -> Vec<(usize, &str)> {
    let mut code = Vec::new();
    for block in blocks(page).unwrap_or_default() {
        match block {
            Block::Line { number, text } => {
                code.extend(text.split('`').skip(1).step_by(2).map(|span| (number, span)));
            }
            Block::Fence(fence) => code.extend((fence.line + 1..).zip(fence.text.lines())),
        }
    }
    code
}

/// The image is built with the oldest compiler that the workspace takes, so that this one is known to do.
fn compiler(image: &str, workspace: &str) -> Option<String> {
    let oldest = workspace.split("rust-version = ").nth(1).and_then(quoted)?;
    let is_named = image.lines().any(|line| {
        let tag = line.strip_prefix("FROM rust:").unwrap_or_default();
        tag.strip_prefix(oldest).is_some_and(|rest| rest.starts_with(['.', '-']))
    });
    (!is_named).then(|| format!("{IMAGE}: build with rust:{oldest}, the `rust-version` of {WORKSPACE}"))
}

/// The image is fetched by the lock file, built without a network, and runs without a shell.
fn stages(image: &str) -> Vec<String> {
    if image.is_empty() {
        return Vec::new();
    }
    let whole = image.replace("\\\n", " ");
    let mut findings = Vec::new();
    let mut require = |holds: bool, what: &str| {
        if !holds {
            findings.push(format!("{IMAGE}: {what}"));
        }
    };
    let runs: Vec<&str> = whole.lines().filter(|line| line.starts_with("RUN ")).collect();
    let of = |what: &str| runs.iter().filter(|run| run.contains(what)).collect::<Vec<_>>();
    let fetches = of("cargo fetch");
    require(!fetches.is_empty(), "fetch what is compiled in a stage of its own, by `cargo fetch --locked`");
    require(fetches.iter().all(|run| run.contains("--locked")), "fetch what the lock file names: `--locked`");
    let builds = of("cargo build");
    let alone = ["--network=none", "--frozen", "--offline"];
    for option in alone {
        let holds = !builds.is_empty() && builds.iter().all(|run| run.contains(option));
        require(holds, &format!("build with `{option}`"));
    }
    let others = runs.iter().filter(|run| !run.contains("cargo fetch"));
    require(others.clone().all(|run| run.contains("--network=none")), "only the fetch may use the network");
    let last = whole.rsplit("\nFROM ").next().unwrap_or_default();
    let is_bare = last.starts_with("scratch") || last.contains("/distroless/");
    require(is_bare, "end in an empty image, or one without a shell");
    require(!last.contains("\nRUN "), "run nothing in the last stage: it has no shell");
    let check = last.lines().find(|line| line.starts_with("HEALTHCHECK ")).unwrap_or_default();
    require(check.contains("\"health\""), "let the program check itself: `regimen health`");
    findings
}

const LOG: &str = "//! Log.
struct Figures {
    requests: Family<Route, Counter>,
    seconds: Histogram,
    at_work: Gauge,
}
fn text(&self) {
    let mut registry = Registry::with_prefix(\"regimen\");
    registry.register(\"requests\", \"Requests\", self.requests.clone());
    registry.register(
        \"seconds\",
        \"Time\",
        self.seconds.clone(),
    );
    registry.register(\"at_work\", \"At work\", self.at_work.clone());
    registry.register(\"jobs\", \"Jobs\", count(jobs.len()));
}
";

const BUILT: &str = "FROM rust:1.95.0-bookworm AS fetch\nRUN cargo fetch --locked\nFROM fetch AS build\n\
    RUN --network=none \\\n    cargo build --frozen --offline\nFROM scratch\nENV REGIMEN_DATA=/data\n\
    HEALTHCHECK --interval=30s CMD [\"/regimen\", \"health\"]\n";

/// A project with this page for operators and these alerts.
fn sample(guide: &str, alerts: &str) -> Vec<File> {
    fixture(&[
        (WORKSPACE, "[workspace.package]\nrust-version = \"1.95\"\n"),
        (IMAGE, BUILT),
        ("deploy/alerts.yml", alerts),
        (GUIDE, guide),
        (FIGURES, LOG),
        (COMMANDS, "//! Cli.\nenum Noun {\n    Serve(serve::Args),\n    /// Checks in.\n    CheckIn,\n}\n"),
        (SETTINGS_FILE, "pub const VARIABLE: &str = \"REGIMEN_CONFIG\";\n"),
        (SETTINGS, "Setting {\n    key: \"data\",\n    doc: \"\" }\nSetting {\n    key: \"log.level\",\n}\n"),
    ])
}

const PAGE: &str = "# Run\n`regimen serve`, `regimen check-in`, `regimen help X`, `regimen_jobs`\n\
    regimen runs\n\
    ```sh\nREGIMEN_LOG_LEVEL=debug REGIMEN_CONFIG=a regimen serve\ndocker exec -it regimen regimen serve\n\
    docker run --name regimen --env REGIMEN_DATA_FILE=x regimen\n```\n";

#[test]
fn what_exists_may_be_named() {
    let alerts = "expr: rate(regimen_requests_total{status=\"500\"}[5m]) + regimen_seconds_bucket\n\
                  or: regimen_seconds_sum / regimen_seconds_count > regimen_at_work\n\
                  job: regimen # REGIMEN_…\n";
    expect_findings(check(&sample(PAGE, alerts)), &[]);
}

#[test]
fn a_figure_that_is_not_served_is_a_finding() {
    let alerts = "a: regimen_requests\nb: regimen_seconds\nc: regimen_at_work_total\nd: regimen_jobs_late\n";
    let expected = [
        "deploy/alerts.yml:1: regimen_requests is not served",
        "deploy/alerts.yml:2: regimen_seconds is not served",
        "deploy/alerts.yml:3: regimen_at_work_total is not served",
        "deploy/alerts.yml:4: regimen_jobs_late is not served",
    ];
    expect_findings(check(&sample(PAGE, alerts)), &expected);
}

#[test]
fn a_variable_of_no_setting_is_a_finding() {
    let guide = "`REGIMEN_LOG`\n```\nREGIMEN_CONFIG_FILE=a\n```\n";
    let alerts = "# REGIMEN_LOG_LEVEL_FILE, ${REGIMEN_LISTEN##*:}\n";
    let expected = [
        "deploy/alerts.yml:1: REGIMEN_LISTEN is no setting",
        "docs/operate.md:1: REGIMEN_LOG is no setting",
        "docs/operate.md:3: REGIMEN_CONFIG_FILE is no setting",
    ];
    expect_findings(check(&sample(guide, alerts)), &expected);
}

#[test]
fn a_command_that_does_not_exist_is_a_finding() {
    let guide = "Type `regimen checkin`.\n```sh\nsudo regimen token list\nregimen --json backup\n```\n";
    let expected =
        ["docs/operate.md:1: `regimen checkin` is no command", "docs/operate.md:3: `regimen token` is no"];
    expect_findings(check(&sample(guide, "")), &expected);
}

#[test]
fn an_image_with_another_compiler_is_a_finding() {
    for base in ["rust:1.94.0-bookworm", "rust:1.950-bookworm", "rust:latest", "debian:bookworm-slim"] {
        let mut files = sample(PAGE, "");
        files.retain(|file| file.path != IMAGE);
        files.extend(fixture(&[(IMAGE, &BUILT.replace("rust:1.95.0-bookworm", base))]));
        expect_findings(check(&files), &["deploy/Dockerfile: build with rust:1.95"]);
    }
}

#[test]
fn an_image_that_builds_with_a_network_or_runs_with_a_shell_is_a_finding() {
    for (old, new, finding) in [
        ("RUN cargo fetch --locked\n", "", "fetch what is compiled in a stage"),
        ("fetch --locked", "fetch", "fetch what the lock file names"),
        (" --frozen", "", "build with `--frozen`"),
        (" --offline", "", "build with `--offline`"),
        (
            "FROM scratch",
            "RUN --network=none true\nRUN apt-get update\nFROM scratch",
            "only the fetch may use",
        ),
        ("FROM scratch", "FROM debian:bookworm-slim", "end in an empty image"),
        ("FROM scratch\n", "FROM scratch\nRUN --network=none true\n", "run nothing in the last stage"),
        ("\"health\"", "\"today\"", "let the program check itself"),
    ] {
        let mut files = sample(PAGE, "");
        files.retain(|file| file.path != IMAGE);
        files.extend(fixture(&[(IMAGE, &BUILT.replace(old, new))]));
        expect_findings(check(&files), &[&format!("deploy/Dockerfile: {finding}")]);
    }
    let mut files = sample(PAGE, "");
    files.retain(|file| file.path != IMAGE);
    files.extend(fixture(&[(IMAGE, &BUILT.replace(" --network=none", ""))]));
    let expected =
        ["deploy/Dockerfile: build with `--network=none`", "deploy/Dockerfile: only the fetch may use"];
    expect_findings(check(&files), &expected);
}

#[test]
fn a_source_that_says_nothing_is_a_finding() {
    let expected = [
        "log.rs: nothing in it registers a figure",
        "table.rs: nothing in it has a setting",
        "cli/mod.rs: nothing in it has a command",
        "docs/operate.md: nothing in it tells",
    ];
    expect_findings(check(&[]), &expected);
}
