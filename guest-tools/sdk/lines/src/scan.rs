//! Finding any of several short texts, sixteen positions at a time.
//!
//! The general searcher for this needs a vector instruction set of a machine and falls back to an automaton in a guest,
//! which is an order of magnitude slower. This does the same with WebAssembly's own vectors: each of the first bytes
//! at a position is looked up by its two halves in tables that say which buckets of needles have such a byte there;
//! what is left after all look-ups is compared in full.

use std::array::from_fn;

/// Bytes compared with the tables at each position.
const PRINT: usize = 3;
/// Positions looked at together.
const LANES: usize = 16;
const BUCKETS: usize = 8;

type Vector = [u8; LANES];

/// A searcher for any of some needles.
#[derive(Debug)]
pub(crate) struct Scan {
    buckets: [Vec<Vec<u8>>; BUCKETS],
    /// For each byte of the print: buckets by the low half of the byte, and by the high half.
    tables: Vec<(Vector, Vector)>,
}

impl Scan {
    /// A searcher for needles of two bytes or more each. None if there are none, or a shorter one.
    pub(crate) fn new(mut needles: Vec<Vec<u8>>) -> Option<Self> {
        let shortest = needles.iter().map(Vec::len).min()?;
        if shortest < 2 {
            return None;
        }
        // Needles that begin alike share a bucket, so that its tables stay sparse.
        needles.sort();
        let count = needles.len();
        let mut buckets: [Vec<Vec<u8>>; BUCKETS] = from_fn(|_| Vec::new());
        let mut tables = vec![([0; LANES], [0; LANES]); shortest.min(PRINT)];
        for (index, needle) in needles.into_iter().enumerate() {
            let bucket = index * BUCKETS / count;
            for ((low, high), byte) in tables.iter_mut().zip(&needle) {
                for (table, half) in [(low, byte & 15), (high, byte >> 4)] {
                    if let Some(entry) = table.get_mut(usize::from(half)) {
                        *entry |= 1 << bucket;
                    }
                }
            }
            if let Some(bucket) = buckets.get_mut(bucket) {
                bucket.push(needle);
            }
        }
        Some(Self { buckets, tables })
    }

    /// Where the first needle begins.
    pub(crate) fn find(&self, text: &[u8]) -> Option<usize> {
        let tables: &[_] = &self.tables;
        let mut at = 0;
        // A block needs the bytes after it that its last position's print reaches to.
        while let Some(block) = text.get(at..at + LANES + PRINT) {
            let prints = vector::prints(tables, block);
            if let Some(prints) = prints {
                for (lane, &print) in prints.iter().enumerate().filter(|(_, print)| **print != 0) {
                    if self.is_at(text, at + lane, print) {
                        return Some(at + lane);
                    }
                }
            }
            at += LANES;
        }
        (at..text.len()).find(|&at| self.is_at(text, at, u8::MAX))
    }

    /// Whether a needle of the buckets in `print` begins here.
    fn is_at(&self, text: &[u8], at: usize, print: u8) -> bool {
        let rest = text.get(at..).unwrap_or_default();
        let named = self.buckets.iter().enumerate().filter(|(bucket, _)| print & (1 << bucket) != 0);
        named.flat_map(|(_, needles)| needles).any(|needle| rest.starts_with(needle))
    }
}

#[cfg(all(target_family = "wasm", target_feature = "simd128"))]
mod vector {
    use core::arch::wasm32::{
        i8x16_swizzle, u8x16_shr, u8x16_splat, u64x2, u64x2_extract_lane, v128, v128_and, v128_any_true,
    };

    use super::{LANES, Vector};

    fn load(bytes: &[u8]) -> v128 {
        let half = |from: usize| {
            let bytes = bytes.get(from..from + 8).and_then(|bytes| <[u8; 8]>::try_from(bytes).ok());
            u64::from_le_bytes(bytes.unwrap_or_default())
        };
        u64x2(half(0), half(8))
    }

    /// For each of the positions the buckets whose tables have all of its bytes. None if there are none at all.
    pub(super) fn prints(tables: &[(Vector, Vector)], block: &[u8]) -> Option<Vector> {
        let mut buckets = u8x16_splat(u8::MAX);
        for (offset, (low, high)) in tables.iter().enumerate() {
            let bytes = load(block.get(offset..offset + LANES).unwrap_or_default());
            let by_low = i8x16_swizzle(load(low), v128_and(bytes, u8x16_splat(15)));
            let by_high = i8x16_swizzle(load(high), u8x16_shr(bytes, 4));
            buckets = v128_and(buckets, v128_and(by_low, by_high));
        }
        if !v128_any_true(buckets) {
            return None;
        }
        let mut prints = [0; LANES];
        let (first, second) = prints.split_at_mut(LANES / 2);
        first.copy_from_slice(&u64x2_extract_lane::<0>(buckets).to_le_bytes());
        second.copy_from_slice(&u64x2_extract_lane::<1>(buckets).to_le_bytes());
        Some(prints)
    }
}

#[cfg(not(all(target_family = "wasm", target_feature = "simd128")))]
mod vector {
    use super::{LANES, Vector};

    /// For each of the positions the buckets whose tables have all of its bytes. None if there are none at all.
    pub(super) fn prints(tables: &[(Vector, Vector)], block: &[u8]) -> Option<Vector> {
        let mut prints = [u8::MAX; LANES];
        for (offset, (low, high)) in tables.iter().enumerate() {
            for (print, byte) in prints.iter_mut().zip(block.iter().skip(offset)) {
                let look_up = |table: &Vector, half: u8| table.get(usize::from(half)).copied().unwrap_or_default();
                *print &= look_up(low, byte & 15) & look_up(high, byte >> 4);
            }
        }
        prints.iter().any(|print| *print != 0).then_some(prints)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn scan(needles: &[&str]) -> Option<Scan> {
        Scan::new(needles.iter().map(|needle| needle.as_bytes().to_vec()).collect())
    }

    #[test]
    fn needles_are_found_wherever_they_are() {
        let scan = scan(&["TODO", "FIXME", "XX"]).expect("a scan");
        for before in 0..70 {
            for needle in ["TODO", "FIXME", "XX"] {
                let text =
                    format!("{}{needle}{}", "TODFIwM ".repeat(9).get(..before).unwrap_or_default(), "x".repeat(before));
                assert_eq!(scan.find(text.as_bytes()), Some(before), "{text}");
            }
        }
        assert_eq!(scan.find("TOD".repeat(40).as_bytes()), None);
        assert_eq!(scan.find(b""), None);
    }

    #[test]
    fn short_needles_are_not_taken() {
        assert!(scan(&[]).is_none() && scan(&["ab", "c"]).is_none());
    }

    proptest! {
        #[test]
        fn it_finds_what_a_plain_search_finds(
            text in prop::collection::vec(prop::sample::select(b"abcq\xff".to_vec()), 0..90),
            needles in prop::collection::vec(prop::collection::vec(prop::sample::select(b"abcq\xff".to_vec()), 2..6), 1..20),
        ) {
            let plain = (0..text.len()).find(|&at| needles.iter().any(|needle| text[at..].starts_with(needle)));
            prop_assert_eq!(Scan::new(needles).expect("a scan").find(&text), plain);
        }
    }
}
