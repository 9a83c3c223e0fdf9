//! Downloads of files that are not robots.txt, such as sitemaps.

use std::time::Duration;

use maycrawl_fetch::{Allowance, Request, SendError, Transport as _};
use url::Url;

use super::transport::http;
use super::{NetArgs, refusal, runtime};
use crate::failure::Failure;

/// How long a download may take, if it is not of a robots.txt.
const FILE_DEADLINE: Duration = Duration::from_secs(120);

/// How many redirects such a download follows.
const MAX_REDIRECTS: usize = 10;

/// Downloads a file that is not a robots.txt, such as a sitemap.
pub(crate) fn get(url: &str, args: &NetArgs, max_bytes: usize) -> Result<Vec<u8>, Failure> {
    let failed = |why: String| Failure::input(format!("cannot read {url}: {why}"));
    let http = http(args)?;
    let runtime = runtime()?;
    let most_wire = u64::try_from(max_bytes).unwrap_or(u64::MAX).saturating_mul(2);
    let mut allowance = Allowance { time: FILE_DEADLINE, bytes: most_wire };
    let mut at = Url::parse(url).map_err(|error| failed(error.to_string()))?;
    for _ in 0..=MAX_REDIRECTS {
        let request = Request::new(at.clone(), max_bytes);
        let sent = runtime.block_on(http.send(&request, &mut allowance));
        let response = sent.map_err(|error| match error {
            SendError::Refused(refused) => failed(refusal(&refused)),
            SendError::Failed(problem) => failed(problem.to_string()),
            SendError::Spent(what) => failed(what.to_string()),
            SendError::Machine(error) => failed(error.to_string()),
        })?;
        match (response.status, response.headers.get("location")) {
            (200..300, _) if response.body.is_cut => {
                return Err(failed(format!("it is larger than {} MiB", max_bytes >> 20)));
            }
            (200..300, _) => return Ok(response.body.bytes.to_vec()),
            (300..400, Some(to)) => {
                at = at
                    .join(&String::from_utf8_lossy(to))
                    .map_err(|error| failed(error.to_string()))?;
            }
            (status, _) => return Err(failed(format!("the server returned {status}"))),
        }
    }
    Err(failed(format!("there are more than {MAX_REDIRECTS} redirects")))
}
