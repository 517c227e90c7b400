//! Parses what stands between the parentheses of `#[tool(…)]`: `key = value` or a bare flag, each at most once.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Error, Expr, ExprArray, ExprLit, ExprPath, Lit, Result, Token};

pub(crate) struct Attribute {
    entries: Vec<Entry>,
}

struct Entry {
    key: Ident,
    value: Option<Expr>,
    used: bool,
}

impl Parse for Attribute {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let parsed = Punctuated::<Entry, Token![,]>::parse_terminated(input)?;
        let mut entries: Vec<Entry> = Vec::new();
        for entry in parsed {
            if entries.iter().any(|earlier| earlier.key == entry.key) {
                return Err(Error::new(entry.key.span(), format!("`{}` stands twice", entry.key)));
            }
            entries.push(entry);
        }
        Ok(Self { entries })
    }
}

impl Parse for Entry {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let key: Ident = input.parse()?;
        let value = match input.parse::<Option<Token![=]>>()? {
            Some(_) => Some(input.parse()?),
            None => None,
        };
        Ok(Self { key, value, used: false })
    }
}

impl Attribute {
    fn take(&mut self, key: &str) -> Option<(Ident, Option<Expr>)> {
        let entry = self.entries.iter_mut().find(|entry| entry.key == key)?;
        entry.used = true;
        Some((entry.key.clone(), entry.value.clone()))
    }

    fn value(&mut self, key: &str) -> Result<Option<Expr>> {
        match self.take(key) {
            None => Ok(None),
            Some((_, Some(value))) => Ok(Some(value)),
            Some((key, None)) => Err(Error::new(key.span(), format!("`{key}` takes a value: `{key} = …`"))),
        }
    }

    /// An expression that is used as it stands.
    pub(crate) fn expression(&mut self, key: &str) -> Result<Option<TokenStream>> {
        Ok(self.value(key)?.map(ToTokens::into_token_stream))
    }

    /// A text literal or constant.
    pub(crate) fn text(&mut self, key: &str) -> Result<Option<TokenStream>> {
        Ok(self.value(key)?.map(|value| quote!(::std::string::String::from(#value))))
    }

    /// A value of a closed list, written in lower case: `category = files`.
    pub(crate) fn case(&mut self, key: &str, list: &str) -> Result<Option<TokenStream>> {
        self.value(key)?.map(|value| case(&value, list)).transpose()
    }

    /// The same, where the tool must say it.
    pub(crate) fn required_case(&mut self, key: &str, list: &str, example: &str) -> Result<TokenStream> {
        self.case(key, list)?.ok_or_else(|| missing(key, example))
    }

    /// A claim that the tool must make one way or the other: `idempotent`, or `idempotent = false`.
    pub(crate) fn required_flag(&mut self, key: &str) -> Result<TokenStream> {
        match self.take(key) {
            None => Err(missing(key, &format!("{key}`, or `{key} = false"))),
            Some((_, None)) => Ok(quote!(true)),
            Some((_, Some(Expr::Lit(ExprLit { lit: Lit::Bool(value), .. })))) => Ok(value.into_token_stream()),
            Some((key, Some(_))) => Err(Error::new(key.span(), format!("`{key}` is `true` or `false`"))),
        }
    }

    /// A list of texts.
    pub(crate) fn texts(&mut self, key: &str) -> Result<Option<TokenStream>> {
        let Some(items) = self.items(key)? else { return Ok(None) };
        Ok(Some(quote!(::std::vec![#(::std::string::String::from(#items)),*])))
    }

    /// The items of a list in brackets.
    pub(crate) fn items(&mut self, key: &str) -> Result<Option<Vec<Expr>>> {
        match self.value(key)? {
            None => Ok(None),
            Some(Expr::Array(ExprArray { elems, .. })) => Ok(Some(elems.into_iter().collect())),
            Some(other) => Err(Error::new_spanned(other, format!("`{key}` takes a list: `{key} = [ … ]`"))),
        }
    }

    /// A list of words that are flags in the contract: `services = [clock, random]`.
    pub(crate) fn flags(&mut self, key: &str, list: &str) -> Result<TokenStream> {
        let list = format_ident!("{list}");
        let mut flags = Vec::new();
        for item in self.items(key)?.unwrap_or_default() {
            let flag = Ident::new(&word(&item)?.to_uppercase(), syn::spanned::Spanned::span(&item));
            flags.push(quote!(| ::toolhost_sdk::contract::#list::#flag));
        }
        Ok(quote!(::toolhost_sdk::contract::#list::empty() #(#flags)*))
    }

    /// Refuses a key that nothing asked for.
    pub(crate) fn finish(&self) -> Result<()> {
        match self.entries.iter().find(|entry| !entry.used) {
            None => Ok(()),
            Some(entry) => Err(Error::new(entry.key.span(), format!("`{}` is not a key of `tool`", entry.key))),
        }
    }
}

/// `read_write` as `FileAccess::ReadWrite`.
pub(crate) fn case(value: &Expr, list: &str) -> Result<TokenStream> {
    let list = format_ident!("{list}");
    let camel: String = word(value)?
        .split('_')
        .map(|part| {
            let mut letters = part.chars();
            letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
        })
        .collect();
    let case = Ident::new(&camel, syn::spanned::Spanned::span(value));
    Ok(quote!(::toolhost_sdk::contract::#list::#case))
}

fn word(value: &Expr) -> Result<String> {
    match value {
        Expr::Path(ExprPath { path, .. }) if path.get_ident().is_some() => {
            Ok(path.get_ident().map(ToString::to_string).unwrap_or_default())
        }
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Ok(text.value()),
        other => Err(Error::new_spanned(other, "expected one word of the contract's list, such as `read_write`")),
    }
}

pub(crate) fn missing(key: &str, example: &str) -> Error {
    Error::new(Span::call_site(), format!("`tool` misses `{key}`; write for example `{example}`"))
}
