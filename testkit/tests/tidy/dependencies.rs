//! The layers as the manifests keep them: which crate may depend on which.

use toml::{Table, Value};

use crate::tree::{File, expect_findings, find, fixture};

/// What an engine must not reach: async runtimes, network, databases, randomness and the clock.
const BANNED_IN_ENGINES: [&str; 7] = ["tokio", "axum", "sqlx", "reqwest", "rand", "chrono", "regimen-store"];

const DOMAIN: &str = "regimen-domain";
const TESTKIT: &str = "regimen-testkit";

/// A workspace member with its direct dependencies.
struct Member {
    path: String,
    package: String,
    dependencies: Vec<Dependency>,
}

/// A direct dependency by the real name of its package.
struct Dependency {
    package: String,
    is_dev: bool,
}

impl Member {
    fn is_engine(&self) -> bool {
        self.path.starts_with("engine/")
    }
}

/// Finds dependencies that cross a layer.
pub(crate) fn check(files: &[File]) -> Vec<String> {
    let members = match read_members(files) {
        Ok(members) => members,
        Err(finding) => return vec![finding],
    };
    let mut findings = Vec::new();
    for member in &members {
        for dependency in &member.dependencies {
            let target = members.iter().find(|other| other.package == dependency.package);
            if let Some(rule) = broken_rule(member, dependency, target) {
                let (path, package) = (&member.path, &dependency.package);
                findings
                    .push(format!("{path}/Cargo.toml: {} depends on {package}, but {rule}", member.package));
            }
        }
    }
    findings
}

/// The rule that a dependency breaks; `target` is the member it leads to, if it is one.
fn broken_rule(from: &Member, to: &Dependency, target: Option<&Member>) -> Option<&'static str> {
    let package = to.package.as_str();
    if package == TESTKIT {
        return (!to.is_dev).then_some("the testkit is a dev-dependency only");
    }
    if from.is_engine() && BANNED_IN_ENGINES.contains(&package) {
        return Some("an engine is pure: take the value as input, or do the work in host/");
    }
    match (from.package.as_str(), target) {
        (DOMAIN, Some(_)) => Some("the domain knows no other member"),
        ("regimen-nutrition", Some(target)) if target.package == "regimen-training" => {
            Some("of training, nutrition knows only workout intervals, which are in the domain")
        }
        ("regimen-store", Some(target)) if target.is_engine() && target.package != DOMAIN => {
            Some("the store keeps domain values and knows no engine")
        }
        _ => None,
    }
}

/// The paths of the workspace members.
pub(crate) fn members(files: &[File]) -> Result<Vec<String>, String> {
    let workspace = manifest(files, "Cargo.toml")?;
    let members = workspace.get("workspace").and_then(|workspace| workspace.get("members"));
    let members = members.and_then(Value::as_array).ok_or("Cargo.toml: workspace.members is missing")?;
    Ok(members.iter().filter_map(Value::as_str).map(str::to_owned).collect())
}

fn read_members(files: &[File]) -> Result<Vec<Member>, String> {
    let workspace = manifest(files, "Cargo.toml")?;
    let shared = workspace.get("workspace").and_then(|workspace| workspace.get("dependencies"));
    let mut read = Vec::new();
    for path in members(files)? {
        let manifest = manifest(files, &format!("{path}/Cargo.toml"))?;
        let package = manifest.get("package").and_then(|package| package.get("name"));
        let package = package.and_then(Value::as_str).unwrap_or(&path).to_owned();
        read.push(Member { path, package, dependencies: dependencies(&manifest, shared) });
    }
    Ok(read)
}

fn manifest(files: &[File], path: &str) -> Result<Table, String> {
    let file = find(files, path).ok_or_else(|| format!("{path} does not exist"))?;
    file.text.parse().map_err(|error| format!("{path}: {error}"))
}

/// The dependencies of all kinds, those for some targets only included.
fn dependencies(manifest: &Table, shared: Option<&Value>) -> Vec<Dependency> {
    let targets = manifest.get("target").and_then(Value::as_table).into_iter().flat_map(Table::values);
    let tables = std::iter::once(manifest).chain(targets.filter_map(Value::as_table));
    let mut found = Vec::new();
    for table in tables {
        for (kind, is_dev) in
            [("dependencies", false), ("build-dependencies", false), ("dev-dependencies", true)]
        {
            for (key, value) in table.get(kind).and_then(Value::as_table).into_iter().flatten() {
                found.push(Dependency { package: package_name(key, value, shared), is_dev });
            }
        }
    }
    found
}

/// The name of the package behind a key, which may be an alias here or in the workspace's table.
fn package_name(key: &str, value: &Value, shared: Option<&Value>) -> String {
    let is_shared = value.get("workspace").is_some();
    let definition = if is_shared { shared.and_then(|shared| shared.get(key)) } else { Some(value) };
    let package = definition.and_then(|definition| definition.get("package")).and_then(Value::as_str);
    package.unwrap_or(key).to_owned()
}

/// A workspace whose member at `path` has `manifest`.
fn sample(path: &str, manifest: &str) -> Vec<File> {
    let shared = "[workspace]\nmembers = [\"engine/domain\", \"engine/training\", \"engine/nutrition\", \
                  \"host/store\", \"testkit\"]\n[workspace.dependencies]\n\
                  domain = { package = \"regimen-domain\", path = \"engine/domain\" }\n\
                  training = { package = \"regimen-training\", path = \"engine/training\" }\n\
                  testkit = { package = \"regimen-testkit\", path = \"testkit\" }\n";
    let mut files = fixture(&[("Cargo.toml", shared)]);
    for member in ["engine/domain", "engine/training", "engine/nutrition", "host/store", "testkit"] {
        let name = member.rsplit('/').next().unwrap_or(member);
        let dependencies = if member == path { manifest } else { "" };
        let text = format!("[package]\nname = \"regimen-{name}\"\n{dependencies}");
        files.extend(fixture(&[(&format!("{member}/Cargo.toml"), &text)]));
    }
    files
}

#[test]
fn dependencies_within_the_layers_have_no_finding() {
    for path in ["engine/nutrition", "engine/training", "host/store"] {
        let manifest =
            "[dependencies]\ndomain.workspace = true\n[dev-dependencies]\ntestkit.workspace = true";
        expect_findings(check(&sample(path, manifest)), &[]);
    }
    expect_findings(check(&sample("host/store", "[dependencies]\nsqlx = \"0.9\"\ntokio = \"1\"")), &[]);
    expect_findings(check(&sample("engine/domain", "[dev-dependencies]\ntestkit.workspace = true")), &[]);
}

#[test]
fn an_engine_that_touches_the_world_is_a_finding() {
    let manifest = "[dependencies]\nclock = { package = \"chrono\", version = \"0.4\" }\n\
                    [dev-dependencies]\nrand = \"0.9\"\n[target.'cfg(unix)'.dependencies]\ntokio = \"1\"";
    let expected = ["regimen-training depends on chrono", "depends on rand", "depends on tokio"];
    expect_findings(check(&sample("engine/training", manifest)), &expected);
}

#[test]
fn a_dependency_across_layers_is_a_finding() {
    let training = "[dependencies]\ntraining.workspace = true";
    expect_findings(check(&sample("engine/domain", training)), &["the domain knows no other member"]);
    expect_findings(
        check(&sample("engine/nutrition", training)),
        &["nutrition knows only workout intervals"],
    );
    expect_findings(check(&sample("host/store", training)), &["the store keeps domain values"]);
}

#[test]
fn the_testkit_in_a_product_is_a_finding() {
    let manifest = "[dependencies]\ntestkit.workspace = true";
    expect_findings(
        check(&sample("host/store", manifest)),
        &["host/store/Cargo.toml: regimen-store depends on"],
    );
}

#[test]
fn a_missing_or_broken_manifest_is_a_finding() {
    expect_findings(check(&[]), &["Cargo.toml does not exist"]);
    expect_findings(check(&fixture(&[("Cargo.toml", "[package]")])), &["workspace.members is missing"]);
    expect_findings(check(&sample("testkit", "not toml")), &["testkit/Cargo.toml: "]);
}
