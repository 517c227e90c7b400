# Functions of jq that the library does not define.

def ascii: [.] | implode;
def toarray: if isarray then . else [.] end;
def trimstr($affix): ltrimstr($affix) | rtrimstr($affix);
def leaf_paths: paths(scalars);
def date: todate;
def have_literal_numbers: true;

def IN(candidates): . as $value | any(candidates; . == $value);
def IN(values; candidates): any(values; IN(candidates));
def INDEX(rows; key): reduce rows as $row ({}; . + {($row | key | tostring): $row});
def INDEX(key): INDEX(.[]; key);

# Each leaf with its path, and after each container the path of its last element.
def tostream:
  def events($at):
    if (isarray or isobject) and length > 0 then
      keys_unsorted as $keys
      | (. as $container | $keys[] as $key | $container[$key] | events($at + [$key])),
        [$at + [$keys[-1]]]
    else
      [$at, .]
    end;
  events([]);

def replace_all($from; $to): split($from) | join($to);

def @csv:
  map(
    if isstring then "\"" + replace_all("\""; "\"\"") + "\""
    elif isarray or isobject then error("@csv takes an array of texts, numbers, booleans and nulls")
    elif . == null then ""
    else tostring end
  )
  | join(",");

def @tsv:
  map(
    if isstring then
      replace_all("\\"; "\\\\") | replace_all("\t"; "\\t") | replace_all("\n"; "\\n") | replace_all("\r"; "\\r")
    elif isarray or isobject then error("@tsv takes an array of texts, numbers, booleans and nulls")
    elif . == null then ""
    else tostring end
  )
  | join("\t");
