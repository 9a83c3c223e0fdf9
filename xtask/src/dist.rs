//! `cargo xtask dist`: the command as people get it, without Rust.
//!
//! For each target an archive with the program, its completions, manual and licences, a `.deb` for
//! the native one, a list of what is inside (SPDX), and checksums. Each is unpacked into an empty
//! folder and asked for a verdict.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;

use crate::linked::{self, Linked};
use crate::programs::{STATIC, cargo, compiler, need, need_target, output};
use crate::{Outcome, root};

const SHELLS: [(&str, &str); 5] = [
    ("bash", "maycrawl.bash"),
    ("zsh", "_maycrawl"),
    ("fish", "maycrawl.fish"),
    ("elvish", "maycrawl.elv"),
    ("powershell", "_maycrawl.ps1"),
];

/// Makes everything in a new folder.
pub(crate) fn run(out: &Path) -> Outcome {
    let (_, host) = compiler()?;
    fs::create_dir_all(out).map_err(|error| format!("cannot make {}: {error}", out.display()))?;
    let mut made = Vec::new();
    for target in [host.as_str(), STATIC] {
        match program(target) {
            Ok(program) => made.extend(package(&program, target, target == host, out)?),
            Err(why) if target != host => println!("{target} is left out: {why}"),
            Err(why) => return Err(why),
        }
    }
    checksums(&made, out)
}

/// Builds the program of a target with all features.
fn program(target: &str) -> Result<PathBuf, String> {
    if target == STATIC {
        need_target(STATIC)?;
        need("musl-gcc", "musl-tools")?;
    }
    let status = cargo()
        .args(["build", "--locked", "--profile", "dist", "--package", "maycrawl-cli"])
        .args(["--all-features", "--target", target])
        .status();
    match status {
        Ok(status) if status.success() => {
            Ok(root().join("target").join(target).join("dist/maycrawl"))
        }
        _ => Err(format!("the build for {target} failed")),
    }
}

/// Packs the program of a target, and asks what was packed.
fn package(
    program: &Path,
    target: &str,
    is_native: bool,
    out: &Path,
) -> Result<Vec<PathBuf>, String> {
    let version = env!("CARGO_PKG_VERSION");
    let name = format!("maycrawl-{version}-{target}");
    let work = tempfile::tempdir().map_err(|error| format!("cannot make a folder: {error}"))?;
    let folder = work.path().join(&name);
    let crates = linked::crates("Cargo.toml", "maycrawl-cli", target)?;
    copy(program, &folder.join("maycrawl"))?;
    for file in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        copy(&root().join(file), &folder.join(file))?;
    }
    write(&folder.join("THIRD-PARTY-NOTICES.txt"), &linked::notices(&crates)?)?;
    write(&folder.join("maycrawl.spdx.json"), &sbom(&name, &crates))?;
    for (shell, file) in SHELLS {
        let script = output(Command::new(program).args(["completions", shell]))?.stdout;
        write(&folder.join("completions").join(file), &script)?;
    }
    for (page, text) in manual(program)? {
        write(&folder.join("man").join(page), &text)?;
    }
    let archive = out.join(format!("{name}.tar.gz"));
    let tar = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mtime=@0", "-czf"];
    output(Command::new("tar").args(tar).arg(&archive).arg("-C").arg(work.path()).arg(&name))?;
    let root = work.path().join("archive");
    fs::create_dir(&root).map_err(|error| error.to_string())?;
    output(Command::new("tar").arg("-xzf").arg(&archive).arg("-C").arg(&root))?;
    ask(&root.join(&name).join("maycrawl"))?;
    let mut made = vec![archive];
    if is_native {
        let deb = out.join(format!("maycrawl_{version}_{}.deb", architecture()?));
        debian(&folder, work.path(), version, &deb)?;
        made.push(deb);
    }
    Ok(made)
}

/// The manual: a page of all, and one for each command.
fn manual(program: &Path) -> Result<Vec<(String, String)>, String> {
    let man = |arguments: &[&str]| {
        Ok::<_, String>(output(Command::new(program).arg("man").args(arguments))?.stdout)
    };
    let mut pages = vec![("maycrawl.1".to_owned(), man(&[])?)];
    let help = output(Command::new(program).arg("--help"))?.stdout;
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands = commands.take_while(|line| line.starts_with("  "));
    for name in commands.filter_map(|line| line.split_whitespace().next()) {
        if name != "help" {
            pages.push((format!("maycrawl-{name}.1"), man(&[name])?));
        }
    }
    Ok(pages)
}

/// A package of Debian, unpacked into an empty root and asked.
fn debian(folder: &Path, work: &Path, version: &str, deb: &Path) -> Outcome {
    let tree = work.join("deb");
    let usr = tree.join("usr");
    copy(&folder.join("maycrawl"), &usr.join("bin/maycrawl"))?;
    for (from, to) in [
        ("completions/maycrawl.bash", "share/bash-completion/completions/maycrawl"),
        ("completions/_maycrawl", "share/zsh/vendor-completions/_maycrawl"),
        ("completions/maycrawl.fish", "share/fish/vendor_completions.d/maycrawl.fish"),
        ("LICENSE-MIT", "share/doc/maycrawl/copyright"),
        ("THIRD-PARTY-NOTICES.txt", "share/doc/maycrawl/THIRD-PARTY-NOTICES.txt"),
    ] {
        copy(&folder.join(from), &usr.join(to))?;
    }
    let pages = fs::read_dir(folder.join("man")).map_err(|error| error.to_string())?;
    for page in pages.flatten() {
        let to = usr.join("share/man/man1").join(page.file_name());
        copy(&page.path(), &to)?;
        output(Command::new("gzip").args(["-9n"]).arg(&to))?;
    }
    let control = format!(
        "Package: maycrawl\nVersion: {version}\nArchitecture: {}\nDepends: libc6\nSection: web\n\
         Priority: optional\nMaintainer: the maycrawl authors <maycrawl@users.noreply.github.com>\n\
         Homepage: https://github.com/maycrawl/maycrawl\n\
         Description: asks robots.txt files who may crawl what, by which line and why\n",
        architecture()?
    );
    write(&tree.join("DEBIAN/control"), &control)?;
    output(Command::new("dpkg-deb").args(["--root-owner-group", "--build"]).arg(&tree).arg(deb))?;
    let empty = work.join("root");
    output(Command::new("dpkg-deb").arg("-x").arg(deb).arg(&empty))?;
    ask(&empty.join("usr/bin/maycrawl"))
}

/// What dpkg calls this machine.
fn architecture() -> Result<String, String> {
    Ok(output(Command::new("dpkg").arg("--print-architecture"))?.stdout.trim().to_owned())
}

/// Asks an installed program for one verdict.
fn ask(program: &Path) -> Outcome {
    let file = root().join("examples/shop.txt");
    let status = Command::new(program)
        .args(["check", "--no-config", "--quiet", "--agent", "Googlebot", "/cart/", "--robots"])
        .arg(file)
        .status()
        .map_err(|error| format!("cannot run {}: {error}", program.display()))?;
    match status.code() {
        Some(1) => Ok(()),
        other => Err(format!("{} answers {other:?} to what is blocked", program.display())),
    }
}

/// What the program contains, as SPDX 2.3 in JSON.
fn sbom(name: &str, crates: &[Linked]) -> String {
    let id = |one: &Linked| format!("SPDXRef-{}-{}", one.name, one.version.replace('+', "-"));
    let packages: Vec<_> = crates
        .iter()
        .map(|one| {
            json!({
                "SPDXID": id(one),
                "name": one.name,
                "versionInfo": one.version,
                "downloadLocation": "NOASSERTION",
                "filesAnalyzed": false,
                "licenseConcluded": "NOASSERTION",
                "licenseDeclared": one.license(),
                "copyrightText": "NOASSERTION",
                "externalRefs": [{
                    "referenceCategory": "PACKAGE-MANAGER",
                    "referenceType": "purl",
                    "referenceLocator": format!("pkg:cargo/{}@{}", one.name, one.version),
                }],
            })
        })
        .collect();
    let own = crates.iter().find(|one| one.name == "maycrawl-cli").map(id).unwrap_or_default();
    let document = json!({
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": name,
        "documentNamespace": format!("https://github.com/maycrawl/maycrawl/sbom/{name}"),
        "creationInfo": { "created": "1970-01-01T00:00:00Z", "creators": ["Tool: cargo xtask dist"] },
        "documentDescribes": [own],
        "packages": packages,
    });
    format!("{document:#}\n")
}

/// The checksums of all that was made.
fn checksums(made: &[PathBuf], out: &Path) -> Outcome {
    let names: Vec<_> = made.iter().filter_map(|path| path.file_name()).collect();
    let sums = output(Command::new("sha256sum").args(&names).current_dir(out))?.stdout;
    write(&out.join("SHA256SUMS"), &sums)?;
    for path in made {
        let bytes = fs::metadata(path).map_or(0, |metadata| metadata.len());
        println!("{} ({} KB)", path.display(), bytes / 1000);
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Outcome {
    let copied = to.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::copy(from, to));
    copied.map(drop).map_err(|error| format!("cannot copy {}: {error}", from.display()))
}

fn write(path: &Path, text: &str) -> Outcome {
    let written =
        path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(path, text));
    written.map_err(|error| format!("cannot write {}: {error}", path.display()))
}
