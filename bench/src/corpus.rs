//! Files to read and URLs to ask about them: from a folder, or made.

use std::fs;
use std::path::Path;

use maycrawl::{Agent, Dialect, Robots, UrlPath, content::ContentKind};

use crate::{AGENT, synthetic, urls};

/// A file and what it is asked.
#[derive(Clone, Debug)]
pub struct File {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The same for implementations that take text only: what is not UTF-8 replaced.
    pub text: String,
    /// The URLs.
    pub urls: Vec<String>,
}

/// Files, and where they come from.
#[derive(Clone, Debug)]
pub struct Corpus {
    /// The files.
    pub files: Vec<File>,
    /// What was taken, in words.
    pub origin: String,
}

impl File {
    /// The file of these bytes, with the URLs that are made for it.
    pub fn new(bytes: Vec<u8>) -> Self {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let urls = urls::for_file(&bytes, urls::PER_FILE);
        Self { bytes, text, urls }
    }

    /// A copy with its first URL only.
    #[must_use]
    pub fn with_one_url(&self) -> Self {
        let urls = self.urls.iter().take(1).cloned().collect();
        Self { bytes: self.bytes.clone(), text: self.text.clone(), urls }
    }
}

impl Corpus {
    /// At most so many files that a seeded generator makes.
    pub fn synthetic(count: usize) -> Self {
        let made = synthetic::files(synthetic::SEED, count);
        let files: Vec<_> = made.into_iter().map(File::new).collect();
        Self { origin: format!("{} made files", files.len()), files }
    }

    /// At most `most` files of a folder: by name, at equal distances. Web pages and
    /// UTF-16 are left out, because they hold no rules and would be most bytes.
    pub fn of_folder(folder: &Path, most: usize) -> Result<Self, String> {
        let entries = fs::read_dir(folder)
            .map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
        let mut paths: Vec<_> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.is_file())
            .collect();
        paths.sort();
        let mut texts = Vec::new();
        for path in &paths {
            let bytes = fs::read(path)
                .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
            if ContentKind::sniff(&bytes) == ContentKind::Text {
                texts.push(bytes);
            }
        }
        if texts.is_empty() {
            return Err(format!("{} holds no robots.txt files", folder.display()));
        }
        let all = texts.len();
        let count = most.min(all);
        let chosen = (0..all).filter(|index| index * count / all != (index + 1) * count / all);
        let files: Vec<_> =
            chosen.filter_map(|index| texts.get(index)).cloned().map(File::new).collect();
        let origin = format!(
            "{} of {all} files, at equal distances by name ({} web pages and the like left out)",
            files.len(),
            paths.len() - all,
        );
        Ok(Self { files, origin })
    }

    /// The indices of the `count` files with most rules for [`AGENT`], most first.
    pub fn heavy(&self, count: usize) -> Vec<usize> {
        let agent = Agent::token(AGENT);
        let rules = |file: &File| {
            Robots::parse(&file.bytes, &Dialect::GOOGLE).rules(&agent).rule_lines().len()
        };
        let mut by_rules: Vec<_> =
            self.files.iter().enumerate().map(|(at, file)| (rules(file), at)).collect();
        by_rules.sort_by_key(|(rules, at)| (usize::MAX - rules, *at));
        by_rules.into_iter().take(count).map(|(_, at)| at).collect()
    }

    /// How many bytes the files hold.
    pub fn bytes(&self) -> usize {
        self.files.iter().map(|file| file.bytes.len()).sum()
    }
}

/// How many of the URLs of these files a rule decides, and how many there are.
pub fn hits<'f>(files: impl Iterator<Item = &'f File>) -> (usize, usize) {
    let agent = Agent::token(AGENT);
    let (mut hits, mut asked) = (0, 0);
    for file in files {
        let rules = Robots::parse(&file.bytes, &Dialect::GOOGLE).rules(&agent);
        let decided = file.urls.iter().filter(|url| {
            rules.check(&UrlPath::parse(url.as_str(), &Dialect::GOOGLE)).rule().is_some()
        });
        hits += decided.count();
        asked += file.urls.len();
    }
    (hits, asked)
}
