//! Crashes when it is asked whether it can work. It stays listed and can be called.

use hostile::{Hostile, Readiness};

struct Guest;

impl Hostile for Guest {
    fn availability() -> Readiness {
        panic!("cannot say");
    }
}

hostile::guest!(Guest);
