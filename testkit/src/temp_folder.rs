//! Temporary folders for the tests of this crate.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder with the given files that is gone when the test ends.
pub(crate) struct TempFolder(PathBuf);

impl TempFolder {
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("regimen-testkit-{}-{number}", std::process::id());
        let folder = TempFolder(std::env::temp_dir().join(name));
        fs::create_dir_all(folder.path()).unwrap();
        for (path, text) in files {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn text(&self, path: &str) -> String {
        fs::read_to_string(self.0.join(path)).unwrap()
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        // A folder that stays behind does no harm, and a panic here would hide the one of the test.
        let _ = fs::remove_dir_all(&self.0);
    }
}
