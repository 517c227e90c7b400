//! Answers at once, as every tool should. The next call after each misbehaviour is one of this.

use hostile::Hostile;

struct Guest;

impl Hostile for Guest {}

hostile::guest!(Guest);
