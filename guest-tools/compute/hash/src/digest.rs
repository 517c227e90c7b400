//! Checksums, with and without a key, of input of any size.

use hmac::{KeyInit, Mac, SimpleHmac};
use md5::Md5;
use sha1::Sha1;
use sha2::digest::Digest;
use sha2::digest::block_api::BlockSizeUser;
use sha2::{Sha256, Sha512};
use toolhost_sdk::prelude::*;

use crate::source::Source;
use crate::{Algorithm, Operation};

/// The checksum of a source; none if the operation is no checksum.
pub(crate) fn checksum(operation: Operation, source: &mut Source) -> Result<Option<Vec<u8>>, ToolError> {
    let sum = match operation {
        Operation::Sha256 => plain::<Sha256>(source)?,
        Operation::Sha512 => plain::<Sha512>(source)?,
        Operation::Sha1 => plain::<Sha1>(source)?,
        Operation::Md5 => plain::<Md5>(source)?,
        Operation::Blake3 => {
            let mut state = blake3::Hasher::new();
            source.each(|piece| {
                state.update(piece);
            })?;
            state.finalize().as_bytes().to_vec()
        }
        Operation::Crc32 => {
            let mut state = crc32fast::Hasher::new();
            source.each(|piece| state.update(piece))?;
            state.finalize().to_be_bytes().to_vec()
        }
        Operation::Hmac | Operation::Base64 | Operation::Hex | Operation::Uuid | Operation::Random => return Ok(None),
    };
    Ok(Some(sum))
}

/// The HMAC of a source.
pub(crate) fn authentication_code(algorithm: Algorithm, key: &[u8], source: &mut Source) -> Result<Vec<u8>, ToolError> {
    match algorithm {
        Algorithm::Sha256 => keyed::<Sha256>(key, source),
        Algorithm::Sha512 => keyed::<Sha512>(key, source),
        Algorithm::Sha1 => keyed::<Sha1>(key, source),
        Algorithm::Md5 => keyed::<Md5>(key, source),
    }
}

fn plain<D: Digest>(source: &mut Source) -> Result<Vec<u8>, ToolError> {
    let mut state = D::new();
    source.each(|piece| state.update(piece))?;
    Ok(state.finalize().to_vec())
}

fn keyed<D: Digest + BlockSizeUser>(key: &[u8], source: &mut Source) -> Result<Vec<u8>, ToolError> {
    let mut state = <SimpleHmac<D> as KeyInit>::new_from_slice(key)
        .map_err(|_| ToolError::invalid("/key", "the key has a length that the algorithm does not take"))?;
    source.each(|piece| Mac::update(&mut state, piece))?;
    Ok(state.finalize().into_bytes().to_vec())
}
