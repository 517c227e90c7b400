//! Says when it is loaded that it cannot work.

use hostile::{Hostile, Readiness};

struct Guest;

impl Hostile for Guest {
    fn availability() -> Readiness {
        Readiness::Unavailable("the moon is not full".to_owned())
    }
}

hostile::guest!(Guest);
