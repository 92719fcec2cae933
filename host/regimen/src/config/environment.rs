//! The environment as a value: settings, places of folders, and the locale.

use std::{
    collections::BTreeMap,
    ffi::{OsStr, OsString},
    fs,
    path::PathBuf,
};

use super::{Given, Origin, SETTINGS, Setting, ambiguous_setting, file, setting::Raw, unknown_setting};
use crate::{problem::Problem, texts::Locale};

const PREFIX: &str = "REGIMEN_";

/// The variables of a process; an empty one counts as not set.
#[derive(Debug, Clone, Default)]
pub struct Environment(BTreeMap<String, OsString>);

impl Environment {
    /// The environment this program was started with.
    pub fn of_process() -> Self {
        // Whatever has a name that is not Unicode is not ours.
        std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value))).collect()
    }

    /// The value of a variable.
    pub fn get(&self, name: &str) -> Option<&OsStr> {
        self.0.get(name).map(OsString::as_os_str).filter(|value| !value.is_empty())
    }

    /// Where the settings file is when nobody names it.
    pub fn config_file(&self) -> Option<PathBuf> {
        let folder = self.path("XDG_CONFIG_HOME").or_else(|| Some(self.home()?.join(".config")))?;
        Some(folder.join("regimen").join("config.toml"))
    }

    /// Where the platform keeps the data of this program.
    pub(super) fn data_folder(&self) -> Option<PathBuf> {
        let folder = if cfg!(target_os = "windows") {
            self.path("LOCALAPPDATA")?
        } else if cfg!(target_os = "macos") {
            self.home()?.join("Library").join("Application Support")
        } else {
            self.path("XDG_DATA_HOME").or_else(|| Some(self.home()?.join(".local").join("share")))?
        };
        Some(folder.join("regimen"))
    }

    /// The language of the locale, English if it is none of ours.
    pub fn language(&self) -> Locale {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(|name| self.get(name));
        let locale = locale.unwrap_or_default().to_string_lossy();
        match locale.split(['_', '-', '.', '@']).next() {
            Some("ru") => Locale::Ru,
            _ => Locale::En,
        }
    }

    /// All settings in the environment, then a problem for each variable of ours that is none.
    pub(super) fn given(&self) -> Vec<Result<Given, Problem>> {
        let known = SETTINGS.iter().filter_map(|setting| self.setting(setting).transpose());
        let names: Vec<String> = names().collect();
        let unknown = self.0.keys().filter(|name| is_ours(name) && !names.contains(name));
        let unknown = unknown.map(|name| Err(unknown_setting(name, "environment", &names)));
        known.chain(unknown).collect()
    }

    fn setting(&self, setting: &'static Setting) -> Result<Option<Given>, Problem> {
        let (direct, by_file) = (setting.variable(), setting.file_variable());
        let (variable, file, value) = match (self.get(&direct), self.get(&by_file)) {
            (Some(_), Some(_)) => return Err(ambiguous_setting(setting, &direct, &by_file)),
            (Some(value), None) => (direct, None, value.to_owned()),
            (None, Some(path)) => {
                let path = PathBuf::from(path);
                let text = fs::read_to_string(&path)
                    .map_err(|error| Problem::unreadable(&path, &by_file, &error))?;
                // Editors and `echo` end the last line; that end is not part of the value.
                let value =
                    text.strip_suffix('\n').map_or(&*text, |text| text.strip_suffix('\r').unwrap_or(text));
                (by_file, Some(path), value.into())
            }
            (None, None) => return Ok(None),
        };
        let shown = value.to_string_lossy().into_owned();
        let raw = value.into_string().map_or(Raw::Other, Raw::Word);
        Ok(Some(Given { setting, raw, shown, origin: Origin::Environment { variable, file } }))
    }

    fn home(&self) -> Option<PathBuf> {
        self.path("HOME").or_else(|| self.path("USERPROFILE"))
    }

    fn path(&self, name: &str) -> Option<PathBuf> {
        self.get(name).map(PathBuf::from)
    }
}

impl<N: Into<String>, V: Into<OsString>> FromIterator<(N, V)> for Environment {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(variables: I) -> Self {
        Self(variables.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
    }
}

fn names() -> impl Iterator<Item = String> {
    let of_settings = SETTINGS.iter().flat_map(|setting| [setting.variable(), setting.file_variable()]);
    of_settings.chain([file::VARIABLE.to_owned()])
}

/// Whether a variable can only be meant for this program.
///
/// Kubernetes gives every container variables named after the services beside it; for one that is
/// called `regimen` these look like ours (`REGIMEN_SERVICE_HOST`, `REGIMEN_PORT_8080_TCP`).
fn is_ours(name: &str) -> bool {
    let is_service_link =
        |name: &str| name.starts_with("SERVICE_") || name == "PORT" || name.starts_with("PORT_");
    name.strip_prefix(PREFIX).is_some_and(|name| !is_service_link(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(variables: &[(&str, &str)]) -> Environment {
        variables.iter().copied().collect()
    }

    #[test]
    fn the_locale_is_the_first_variable_that_is_not_empty() {
        let language = |variables| environment(variables).language();
        assert_eq!(
            language(&[("LC_ALL", ""), ("LC_MESSAGES", "ru_RU.UTF-8"), ("LANG", "en_US")]),
            Locale::Ru
        );
        assert_eq!(language(&[("LC_ALL", "C"), ("LANG", "ru_RU")]), Locale::En);
        assert_eq!(language(&[("LANG", "run")]), Locale::En);
        assert_eq!(language(&[]), Locale::En);
    }

    #[test]
    fn variables_of_a_kubernetes_service_are_not_ours() {
        let given =
            environment(&[("REGIMEN_SERVICE_HOST", "10.0.0.1"), ("REGIMEN_PORT_80_TCP", "tcp://x")]).given();
        assert!(given.is_empty());
    }
}
