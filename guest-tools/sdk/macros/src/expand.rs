//! Writes the component's exports.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{Error, Expr, ExprLit, ExprTuple, FnArg, ItemFn, Lit, Meta, Result};

use crate::attribute::{Attribute, case, missing};

pub(crate) fn expand(mut attribute: Attribute, function: &ItemFn) -> Result<TokenStream> {
    let name = &function.sig.ident;
    let mut inputs = function.sig.inputs.iter();
    let Some(FnArg::Typed(arguments)) = inputs.next() else {
        return Err(Error::new_spanned(
            &function.sig,
            "a tool takes its arguments: `fn name(arguments: Arguments, call: &Call) -> ToolResult`",
        ));
    };
    let arguments = &arguments.ty;
    let run = match (inputs.next(), inputs.next()) {
        (None, _) => quote!(#name(arguments)),
        (Some(_), None) => quote!(#name(arguments, call)),
        (_, Some(extra)) => {
            return Err(Error::new_spanned(extra, "a tool takes its arguments and the call, nothing else"));
        }
    };
    let description = documentation(function)?;
    let tool_name = attribute.text("name")?.unwrap_or_else(|| {
        let name = name.to_string();
        quote!(::std::string::String::from(#name))
    });
    let title = attribute.text("title")?.ok_or_else(|| missing("title", "title = \"Read a file\""))?;
    let version = attribute.text("version")?.unwrap_or(quote!(::std::string::String::from(env!("CARGO_PKG_VERSION"))));
    let category = attribute.required_case("category", "Category", "category = files")?;
    let tier = attribute.required_case("tier", "CostTier", "tier = low")?;
    let access = attribute.required_case("access", "Access", "access = read")?;
    let danger = attribute.required_case("danger", "Danger", "danger = safe")?;
    let class = attribute.required_case("class", "ResourceClass", "class = small")?;
    let idempotent = attribute.required_flag("idempotent")?;
    let concurrency_safe = attribute.required_flag("concurrency_safe")?;
    let files = attribute.required_case("files", "FileAccess", "files = none")?;
    let network = attribute.expression("network")?.unwrap_or(quote!(::toolhost_sdk::contract::NetworkNeed::None));
    let services = attribute.flags("services", "ServiceNeeds")?;
    let context = attribute.flags("context", "ContextNeeds")?;
    let nothing = || quote!(::std::vec::Vec::new());
    let config_keys = attribute.texts("config_keys")?.unwrap_or_else(nothing);
    let keywords =
        attribute.texts("keywords")?.ok_or_else(|| missing("keywords", "keywords = [\"open\", \"show\"]"))?;
    let use_cases =
        attribute.texts("use_cases")?.ok_or_else(|| missing("use_cases", "use_cases = [\"look at an upload\"]"))?;
    let aliases = attribute.texts("aliases")?.unwrap_or_else(nothing);
    let opaque = attribute.texts("opaque")?.unwrap_or_else(nothing);
    let cache_seconds = attribute.expression("cache_seconds")?.unwrap_or(quote!(0));
    let on_error = attribute
        .case("files_on_error", "FilesOnError")?
        .unwrap_or(quote!(::toolhost_sdk::contract::FilesOnError::Drop));
    let availability = attribute
        .case("availability", "AvailabilityCheck")?
        .unwrap_or(quote!(::toolhost_sdk::contract::AvailabilityCheck::OnLoad));
    let parameter_aliases = tuples(&mut attribute, "parameter_aliases", 2, |item| {
        let [alias, real] = &item[..] else { return Ok(quote!()) };
        Ok(quote!((::std::string::String::from(#alias), ::std::string::String::from(#real))))
    })?;
    let hints = tuples(&mut attribute, "hints", 2, |item| {
        let [selector, text] = &item[..] else { return Ok(quote!()) };
        Ok(quote!(::toolhost_sdk::contract::Hint { selector: #selector.into(), text: #text.into() }))
    })?;
    let secrets = tuples(&mut attribute, "secrets", 2, |item| {
        let [name, host] = &item[..] else { return Ok(quote!()) };
        Ok(quote!(::toolhost_sdk::contract::SecretNeed { name: #name.into(), host: #host.into() }))
    })?;
    let requires = tuples(&mut attribute, "requires", 2, |item| {
        let [tool, versions] = &item[..] else { return Ok(quote!()) };
        Ok(quote!(::toolhost_sdk::contract::Requirement { tool: #tool.into(), versions: #versions.into() }))
    })?;
    let progressive = tuples(&mut attribute, "progressive", 4, |item| {
        let [name, initial, factor, maximum] = &item[..] else { return Ok(quote!()) };
        Ok(quote!(::toolhost_sdk::contract::ProgressiveParameter {
            name: #name.into(), initial: #initial, factor: #factor, maximum: #maximum,
        }))
    })?;
    let narrower = narrower(&mut attribute)?;
    let answer = match attribute.expression("answer")? {
        Some(answer) => quote!(::std::option::Option::Some(::toolhost_sdk::schema::text_of::<#answer>())),
        None => quote!(::std::option::Option::None),
    };
    let examples = attribute.expression("examples")?.unwrap_or_else(nothing);
    let ready =
        attribute.expression("ready")?.map(|ready| quote!(fn ready() -> ::toolhost_sdk::Readiness { #ready() }));
    attribute.finish()?;
    Ok(quote! {
        #function

        const _: () = {
            struct Component;

            impl ::toolhost_sdk::Tool for Component {
                type Arguments = #arguments;

                fn metadata() -> ::toolhost_sdk::contract::ToolMetadata {
                    ::toolhost_sdk::contract::ToolMetadata {
                        name: #tool_name,
                        version: #version,
                        title: #title,
                        description: ::std::string::String::from(#description),
                        parameters: ::toolhost_sdk::schema::text_of::<#arguments>(),
                        answer: #answer,
                        category: #category,
                        cost_tier: #tier,
                        access: #access,
                        danger: #danger,
                        resource_class: #class,
                        idempotent: #idempotent,
                        concurrency_safe: #concurrency_safe,
                        cache_seconds: #cache_seconds,
                        keywords: #keywords,
                        use_cases: #use_cases,
                        examples: ::toolhost_sdk::Example::all(#examples),
                        aliases: #aliases,
                        parameter_aliases: #parameter_aliases,
                        hints: #hints,
                        opaque_parameters: #opaque,
                        progressive_parameters: #progressive,
                        narrower_uses: #narrower,
                        requires: #requires,
                        needs: ::toolhost_sdk::contract::Needs {
                            files: #files,
                            network: #network,
                            services: #services,
                            context: #context,
                            config_keys: #config_keys,
                            secrets: #secrets,
                        },
                        availability_check: #availability,
                        files_on_error: #on_error,
                    }
                }

                fn run(arguments: #arguments, call: &::toolhost_sdk::Call) -> ::toolhost_sdk::ToolResult {
                    let _ = call;
                    #run
                }

                #ready
            }

            #[cfg(target_family = "wasm")]
            type Exported = ::toolhost_sdk::Export<Component>;
            #[cfg(target_family = "wasm")]
            ::toolhost_sdk::bindings::export!(Exported with_types_in ::toolhost_sdk::bindings);
            #[cfg(not(target_family = "wasm"))]
            const _: fn() -> ::toolhost_sdk::contract::ToolMetadata = <Component as ::toolhost_sdk::Tool>::metadata;
        };
    })
}

/// The function's documentation: paragraphs stay, line breaks within one do not.
fn documentation(function: &ItemFn) -> Result<String> {
    let mut paragraphs = vec![String::new()];
    for attribute in &function.attrs {
        let Meta::NameValue(pair) = &attribute.meta else { continue };
        if !pair.path.is_ident("doc") {
            continue;
        }
        let Expr::Lit(ExprLit { lit: Lit::Str(line), .. }) = &pair.value else { continue };
        let line = line.value();
        let line = line.trim();
        match paragraphs.last_mut() {
            Some(last) if !line.is_empty() => {
                let begins_item = line.starts_with("- ");
                if !last.is_empty() {
                    last.push(if begins_item { '\n' } else { ' ' });
                }
                last.push_str(line);
            }
            Some(last) if !last.is_empty() => paragraphs.push(String::new()),
            _ => {}
        }
    }
    let text = paragraphs.join("\n\n");
    if text.trim().is_empty() {
        return Err(Error::new(
            Span::call_site(),
            "a tool needs documentation: the `///` lines above the function are the description that a model reads",
        ));
    }
    Ok(text.trim().to_owned())
}

fn tuples(
    attribute: &mut Attribute,
    key: &str,
    length: usize,
    write: impl Fn(Vec<Expr>) -> Result<TokenStream>,
) -> Result<TokenStream> {
    let mut written = Vec::new();
    for item in attribute.items(key)?.unwrap_or_default() {
        match item {
            Expr::Tuple(ExprTuple { elems, .. }) if elems.len() == length => {
                written.push(write(elems.into_iter().collect())?);
            }
            other => return Err(Error::new_spanned(other, format!("each entry of `{key}` is a tuple of {length}"))),
        }
    }
    Ok(quote!(::std::vec![#(#written),*]))
}

/// `narrower = [(parameter = "op", values = ["list"], access = read, tier = low, files = read, idempotent = true,
/// concurrency_safe = true)]`
fn narrower(attribute: &mut Attribute) -> Result<TokenStream> {
    let mut written = Vec::new();
    for item in attribute.items("narrower")?.unwrap_or_default() {
        let Expr::Tuple(ExprTuple { elems, .. }) = &item else {
            return Err(Error::new_spanned(item, "each entry of `narrower` is `(parameter = …, values = […], …)`"));
        };
        let field = |key: &str| {
            elems
                .iter()
                .find_map(|element| match element {
                    Expr::Assign(assign) if matches!(&*assign.left, Expr::Path(path) if path.path.is_ident(key)) => {
                        Some((*assign.right).clone())
                    }
                    _ => None,
                })
                .ok_or_else(|| Error::new_spanned(&item, format!("the narrower use misses `{key} = …`")))
        };
        let parameter = field("parameter")?;
        let Expr::Array(values) = field("values")? else {
            return Err(Error::new_spanned(&item, "`values` takes a list: `values = [ … ]`"));
        };
        let values = values.elems.iter();
        let (access, tier) = (case(&field("access")?, "Access")?, case(&field("tier")?, "CostTier")?);
        let files = case(&field("files")?, "FileAccess")?;
        let (idempotent, concurrency_safe) = (field("idempotent")?, field("concurrency_safe")?);
        written.push(quote!(::toolhost_sdk::contract::NarrowerUse {
            parameter: #parameter.into(),
            values: ::std::vec![#(::toolhost_sdk::json!(#values).to_string()),*],
            access: #access,
            cost_tier: #tier,
            files: #files,
            idempotent: #idempotent,
            concurrency_safe: #concurrency_safe,
        }));
    }
    Ok(quote!(::std::vec![#(#written),*]))
}

#[cfg(test)]
mod tests;
