//! Passwords: which are good enough, and how they are kept (AC-1, AC-4).
//!
//! Only the hash is kept: Argon2id, with the numbers of `PARAMETERS` and a salt of its own in it.

use std::{collections::BTreeSet, sync::LazyLock};

use argon2::{
    Algorithm, Argon2, Params, Version,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use domain::digest::{sha256, sha256_bytes};
use tokio::sync::Semaphore;

use crate::{
    problem::{OVERLOADED, Problem, WEAK_PASSWORD},
    service::app::fill,
};

/// AC-1: 19 MiB, 2 passes, 1 lane.
const PARAMETERS: (u32, u32, u32) = (19 * 1024, 2, 1);

/// The name of the product is no secret.
const PRODUCT: &str = env!("CARGO_PKG_NAME");

/// Passwords that are tried first by whoever tries.
static COMMON: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    let lines = include_str!("../../../../../catalog/common_passwords.txt").lines();
    lines.filter(|line| !line.starts_with('#') && !line.is_empty()).collect()
});

/// AC-8: at most so many wait for a hash.
const WAITING: usize = 64;

static QUEUE: LazyLock<Queue> = LazyLock::new(|| Queue::new(cores(), WAITING));

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// AC-8: so much work is done at once, so much waits, and what comes then is sent away.
struct Queue {
    turns: Semaphore,
    places: Semaphore,
}

impl Queue {
    fn new(at_once: usize, waiting: usize) -> Self {
        Self { turns: Semaphore::new(at_once), places: Semaphore::new(at_once + waiting) }
    }

    /// Does work when it is its turn, on a thread of its own.
    async fn serve<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let busy = |_| Problem::new(OVERLOADED).fact("retry_after_s", 5_i64);
        let _place = self.places.try_acquire().map_err(busy)?;
        let _turn = self.turns.acquire().await.map_err(defect)?;
        tokio::task::spawn_blocking(work).await.map_err(defect)?
    }
}

/// What a look at a password says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// Whether it is the one.
    pub is_right: bool,
    /// Whether its hash was made with other numbers than those of today.
    pub is_old: bool,
}

/// AC-4: refuses a password that is easily guessed, and says why.
pub fn check(password: &str, login: &str) -> Result<(), Problem> {
    let length = password.chars().count();
    let small = password.to_lowercase();
    let why = if length < 8 {
        "short"
    } else if length > 128 {
        "long"
    } else if small.contains(login) {
        "login"
    } else if small.contains(PRODUCT) {
        "product"
    } else if COMMON.contains(small.as_str()) {
        "common"
    } else if length < 12 && kinds(password) < 3 {
        "plain"
    } else {
        return Ok(());
    };
    Err(Problem::new(WEAK_PASSWORD).fact("why", why).fact("length", length).at("/password"))
}

/// How many of lower case, upper case, digit and other occur.
fn kinds(password: &str) -> usize {
    let has = |is: fn(char) -> bool| usize::from(password.chars().any(is));
    let other = |letter: char| !(letter.is_lowercase() || letter.is_uppercase() || letter.is_numeric());
    has(char::is_lowercase) + has(char::is_uppercase) + has(char::is_numeric) + has(other)
}

/// The hash under which a password is kept. It takes a while and much memory, on a thread of its own.
pub async fn hash(password: &str) -> Result<String, Problem> {
    let password = password.to_owned();
    QUEUE
        .serve(move || {
            let mut salt = [0; 16];
            fill(&mut salt);
            let hash: PasswordHash =
                hasher()?.hash_password_with_salt(password.as_bytes(), &salt).map_err(defect)?;
            Ok(hash.to_string())
        })
        .await
}

/// What stands for something with a password in it: equal for equal secrets and salts, and as slow as [`hash`].
pub async fn digest(secret: Vec<u8>, salt: &str) -> Result<String, Problem> {
    let salt = sha256_bytes(salt.as_bytes());
    QUEUE
        .serve(move || {
            let mut digest = [0; 32];
            hasher()?.hash_password_into(&secret, &salt, &mut digest).map_err(defect)?;
            Ok(sha256(&digest))
        })
        .await
}

/// Whether this is the password of a hash; without one it takes as long, and is not.
pub async fn verify(password: &str, kept: Option<&str>) -> Result<Verdict, Problem> {
    let Some(kept) = kept.map(str::to_owned) else {
        hash(password).await?;
        return Ok(Verdict { is_right: false, is_old: false });
    };
    let password = password.to_owned();
    QUEUE
        .serve(move || {
            let hash = PasswordHash::new(&kept).map_err(defect)?;
            let is_right = hasher()?.verify_password(password.as_bytes(), &hash).is_ok();
            let made = Params::try_from(&hash).map_err(defect)?;
            let is_old = (made.m_cost(), made.t_cost(), made.p_cost()) != PARAMETERS;
            Ok(Verdict { is_right, is_old })
        })
        .await
}

fn hasher() -> Result<Argon2<'static>, Problem> {
    let (memory, passes, lanes) = PARAMETERS;
    let params = Params::new(memory, passes, lanes, None).map_err(defect)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

/// Neither the password nor its hash is in the message.
fn defect(error: impl std::fmt::Display) -> Problem {
    Problem::defect(&error)
}

#[cfg(test)]
mod tests {
    use std::{
        future::poll_fn,
        sync::{
            Arc, Mutex,
            atomic::{AtomicUsize, Ordering::SeqCst},
            mpsc,
        },
        task::Poll,
    };

    use futures_util::future::join_all;

    use super::*;

    fn why(password: &str) -> Option<String> {
        let problem = check(password, "anna").err()?;
        assert_eq!((problem.code.name, problem.code.status), ("weak_password", 422));
        assert!(!problem.to_string().contains(password), "{problem}");
        problem.facts.get("why").map(|why| {
            crate::texts::text(
                crate::texts::Locale::En,
                "fact",
                &crate::texts::facts([("fact", why.clone())]),
            )
        })
    }

    #[test]
    fn ac_4_what_is_easily_guessed_is_refused_and_says_why() {
        for (password, expected) in [
            ("Ab3$efg", Some("short")),
            ("Ab3$efgh", None),
            ("abcdefg3", Some("plain")),
            ("Abcdefg3", None),
            ("abcdefghijk", Some("plain")),
            ("abcdefghijkm", None),
            ("correct horse battery staple", None),
            ("my-ANNA-2026-secret", Some("login")),
            ("I love Regimen 7", Some("product")),
            ("Password1", Some("common")),
            ("PASSWORD1234", Some("common")),
        ] {
            assert_eq!(why(password).as_deref(), expected, "{password}");
        }
        assert_eq!(why(&"x1Y ".repeat(32)), None);
        assert_eq!(why(&"x1Y ".repeat(33)).as_deref(), Some("long"));
    }

    #[test]
    fn ac_4_the_list_has_at_least_200_passwords_that_nothing_else_would_refuse_by_length() {
        assert!(COMMON.len() >= 200, "{}", COMMON.len());
        for password in COMMON.iter() {
            assert_eq!(*password, password.to_lowercase());
            assert!(password.len() >= 8, "{password}");
        }
    }

    #[tokio::test]
    async fn ac_1_a_hash_is_argon2id_with_19_mib_2_passes_and_1_lane() {
        let [first, second] =
            [hash("a long password").await.unwrap(), hash("a long password").await.unwrap()];
        assert!(first.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{first}");
        assert_ne!(first, second, "each has a salt of its own");
        let right = Verdict { is_right: true, is_old: false };
        assert_eq!(verify("a long password", Some(&first)).await.unwrap(), right);
        assert!(!verify("another password", Some(&first)).await.unwrap().is_right);
        assert!(!verify("a long password", None).await.unwrap().is_right);
    }

    #[tokio::test]
    async fn ac_1_a_hash_of_other_numbers_is_told_apart() {
        let params = Params::new(8 * 1024, 1, 1, None).unwrap();
        let hasher = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let hash: PasswordHash = hasher.hash_password_with_salt(b"a long password", &[7; 16]).unwrap();
        let verdict = verify("a long password", Some(&hash.to_string())).await.unwrap();
        assert_eq!(verdict, Verdict { is_right: true, is_old: true });
    }

    #[tokio::test]
    async fn ac_8_so_many_hashes_are_made_at_once_so_many_wait_and_places_come_back() {
        let queue = Queue::new(2, 3);
        let (begun, mut begins) = tokio::sync::mpsc::unbounded_channel();
        let (go_on, wait) = mpsc::channel();
        let wait = Arc::new(Mutex::new(wait));
        let (at_work, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let work = || {
            let (begun, wait) = (begun.clone(), Arc::clone(&wait));
            let (at_work, most) = (Arc::clone(&at_work), Arc::clone(&most));
            move || {
                most.fetch_max(at_work.fetch_add(1, SeqCst) + 1, SeqCst);
                begun.send(()).unwrap();
                wait.lock().unwrap().recv().unwrap();
                at_work.fetch_sub(1, SeqCst);
                Ok(())
            }
        };
        let mut five = Box::pin(join_all((0..5).map(|_| queue.serve(work()))));
        assert!(poll_fn(|cx| Poll::Ready(five.as_mut().poll(cx).is_pending())).await);
        let sent_away = queue.serve(|| Ok(())).await.unwrap_err();
        assert_eq!((sent_away.code.name, sent_away.retry_after_s()), ("overloaded", Some(5)));
        for _ in 0..2 {
            begins.recv().await.unwrap();
        }
        for _ in 0..5 {
            go_on.send(()).unwrap();
        }
        assert!(five.await.iter().all(Result::is_ok));
        assert_eq!(most.load(SeqCst), 2);
        queue.serve(|| Ok(())).await.unwrap();
    }
}
