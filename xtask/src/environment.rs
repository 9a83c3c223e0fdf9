//! Virtual environments of Python below `target/`, with packages from `PyPI` in exact versions.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::programs::{need_venv, output};
use crate::{Outcome, root};

/// A virtual environment.
pub(crate) struct Environment(PathBuf);

impl Environment {
    /// One that is kept, and made anew when its requirements are others. Both paths are within the
    /// workspace.
    pub(crate) fn kept(folder: &str, requirements: &str) -> Result<Self, String> {
        let environment = Self(root().join(folder));
        let wanted = read(&root().join(requirements))?;
        let installed = environment.0.join("requirements.txt");
        if read(&installed).as_ref() != Ok(&wanted) {
            environment.make()?;
            environment.install(&["--requirement", requirements])?;
            fs::write(&installed, wanted)
                .map_err(|error| format!("cannot write {}: {error}", installed.display()))?;
        }
        Ok(environment)
    }

    /// One that is made anew, with a wheel and other packages.
    pub(crate) fn anew(folder: &str, wheel: &Path, requirements: &str) -> Result<Self, String> {
        let environment = Self(root().join(folder));
        environment.make()?;
        environment.install(&["--requirement", requirements, &wheel.to_string_lossy()])?;
        Ok(environment)
    }

    /// Installs a wheel in the place of another of the same version.
    pub(crate) fn install_wheel(&self, wheel: &Path) -> Outcome {
        self.install(&["--force-reinstall", &wheel.to_string_lossy()])
    }

    fn make(&self) -> Outcome {
        need_venv()?;
        output(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&self.0)).map(|_| ())
    }

    fn install(&self, what: &[&str]) -> Outcome {
        let mut pip = self.command("python");
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(what);
        output(pip.current_dir(root())).map(|_| ())
    }

    pub(crate) fn program(&self, name: &str) -> PathBuf {
        self.0.join("bin").join(name)
    }

    /// A program of the environment, which finds the others of it and writes only there: its folder is where it starts.
    pub(crate) fn command(&self, name: &str) -> Command {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = [self.0.join("bin")].into_iter().chain(std::env::split_paths(&path));
        let mut command = Command::new(self.program(name));
        if let Ok(path) = std::env::join_paths(folders) {
            command.env("PATH", path);
        }
        command
            .current_dir(&self.0)
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .env("HYPOTHESIS_STORAGE_DIRECTORY", self.0.join("hypothesis"))
            .env("MYPY_CACHE_DIR", self.0.join("mypy"))
            .env("VIRTUAL_ENV", &self.0);
        command
    }
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}
