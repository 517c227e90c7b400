//! The standard library: `guest-python/stdlib.txt` says of every module whether it can be imported.
