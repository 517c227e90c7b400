//! Never finishes saying whether it can work.

use std::hint::spin_loop;

use hostile::{Hostile, Readiness};

struct Guest;

impl Hostile for Guest {
    fn availability() -> Readiness {
        loop {
            spin_loop();
        }
    }
}

hostile::guest!(Guest);
