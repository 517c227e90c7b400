//! The units: symbol, other names, which prefixes they take, size in base units, what they measure.
//!
//! Sizes are exact by definition except where physics measures them. `pi` stands for π. Plurals with an `s` need no
//! row of their own.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Prefixes {
    None,
    /// From quecto to quetta.
    Metric,
    /// The same, and kibi to yobi.
    Binary,
}

/// One unit.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) symbol: &'static str,
    pub(crate) names: &'static str,
    pub(crate) prefixes: Prefixes,
    pub(crate) size: &'static str,
    pub(crate) dimension: &'static str,
    /// For a scale: where its 0 is, in kelvin.
    pub(crate) zero: Option<&'static str>,
}

const fn row(
    symbol: &'static str,
    names: &'static str,
    prefixes: Prefixes,
    size: &'static str,
    dimension: &'static str,
) -> Row {
    Row { symbol, names, prefixes, size, dimension, zero: None }
}

const fn scale(symbol: &'static str, names: &'static str, size: &'static str, zero: &'static str) -> Row {
    Row { symbol, names, prefixes: Prefixes::None, size, dimension: "K", zero: Some(zero) }
}

use Prefixes::{Binary, Metric, None as Alone};

pub(crate) static UNITS: &[Row] = &[
    // Length
    row("m", "meter metre", Metric, "1", "m"),
    row("in", "inch inches", Alone, "0.0254", "m"),
    row("ft", "foot feet", Alone, "0.3048", "m"),
    row("yd", "yard", Alone, "0.9144", "m"),
    row("mi", "mile", Alone, "1609.344", "m"),
    row("nmi", "nautical_mile", Alone, "1852", "m"),
    row("mil", "thou", Alone, "0.0000254", "m"),
    row("fathom", "", Alone, "1.8288", "m"),
    row("furlong", "", Alone, "201.168", "m"),
    row("angstrom", "Å", Alone, "1/10000000000", "m"),
    row("au", "AU astronomical_unit", Alone, "149597870700", "m"),
    row("ly", "lightyear light_year", Alone, "9460730472580800", "m"),
    row("pc", "parsec", Metric, "149597870700*648000/pi", "m"),
    // Area
    row("ha", "hectare", Alone, "10000", "m2"),
    row("acre", "", Alone, "4046.8564224", "m2"),
    row("sqft", "", Alone, "0.09290304", "m2"),
    row("sqm", "", Alone, "1", "m2"),
    row("sqmi", "", Alone, "2589988.110336", "m2"),
    // Volume
    row("L", "l liter litre", Metric, "0.001", "m3"),
    row("cc", "", Alone, "0.000001", "m3"),
    row("gal", "gallon us_gallon", Alone, "0.003785411784", "m3"),
    row("qt", "quart us_quart", Alone, "0.000946352946", "m3"),
    row("pint", "pt us_pint", Alone, "0.000473176473", "m3"),
    row("cup", "us_cup", Alone, "0.0002365882365", "m3"),
    row("floz", "fl_oz fluid_ounce us_fluid_ounce", Alone, "0.0000295735295625", "m3"),
    row("tbsp", "tablespoon", Alone, "0.00001478676478125", "m3"),
    row("tsp", "teaspoon", Alone, "0.00000492892159375", "m3"),
    row("gal_uk", "imperial_gallon uk_gallon", Alone, "0.00454609", "m3"),
    row("pint_uk", "imperial_pint uk_pint", Alone, "0.00056826125", "m3"),
    row("bbl", "barrel oil_barrel", Alone, "0.158987294928", "m3"),
    // Mass
    row("g", "gram gramme", Metric, "0.001", "kg"),
    row("t", "tonne metric_ton", Metric, "1000", "kg"),
    row("lb", "lbs lbm pound", Alone, "0.45359237", "kg"),
    row("oz", "ounce", Alone, "0.028349523125", "kg"),
    row("ozt", "troy_ounce", Alone, "0.0311034768", "kg"),
    row("st", "stone", Alone, "6.35029318", "kg"),
    row("gr", "grain", Alone, "0.00006479891", "kg"),
    row("ton", "short_ton us_ton", Alone, "907.18474", "kg"),
    row("long_ton", "imperial_ton", Alone, "1016.0469088", "kg"),
    row("ct", "carat", Alone, "0.0002", "kg"),
    row("slug", "", Alone, "0.45359237*9.80665/0.3048", "kg"),
    // Time
    row("s", "sec second", Metric, "1", "s"),
    row("min", "minute", Alone, "60", "s"),
    row("h", "hr hrs hour", Alone, "3600", "s"),
    row("d", "day", Alone, "86400", "s"),
    row("wk", "wks week", Alone, "604800", "s"),
    row("fortnight", "", Alone, "1209600", "s"),
    row("month", "", Alone, "2629800", "s"),
    row("yr", "yrs year", Alone, "31557600", "s"),
    row("decade", "", Alone, "315576000", "s"),
    row("century", "centuries", Alone, "3155760000", "s"),
    // Speed, acceleration, frequency
    row("mph", "", Alone, "0.44704", "m s-1"),
    row("kph", "kmh kmph", Alone, "1/3.6", "m s-1"),
    row("kn", "kt knot", Alone, "1852/3600", "m s-1"),
    row("c", "speed_of_light", Alone, "299792458", "m s-1"),
    row("g0", "standard_gravity", Alone, "9.80665", "m s-2"),
    row("Hz", "hertz", Metric, "1", "s-1"),
    row("rpm", "", Alone, "1/60", "s-1"),
    // Force and pressure
    row("N", "newton", Metric, "1", "kg m s-2"),
    row("dyn", "dyne", Alone, "0.00001", "kg m s-2"),
    row("lbf", "pound_force", Alone, "4.4482216152605", "kg m s-2"),
    row("kgf", "kilopond", Alone, "9.80665", "kg m s-2"),
    row("Pa", "pascal", Metric, "1", "kg m-1 s-2"),
    row("bar", "", Metric, "100000", "kg m-1 s-2"),
    row("atm", "atmosphere", Alone, "101325", "kg m-1 s-2"),
    row("torr", "Torr", Alone, "101325/760", "kg m-1 s-2"),
    row("mmHg", "", Alone, "133.322387415", "kg m-1 s-2"),
    row("inHg", "", Alone, "3386.388640341", "kg m-1 s-2"),
    row("psi", "", Alone, "4.4482216152605/0.00064516", "kg m-1 s-2"),
    // Energy and power
    row("J", "joule", Metric, "1", "kg m2 s-2"),
    row("eV", "electronvolt", Metric, "1602176634/10000000000000000000000000000", "kg m2 s-2"),
    row("cal", "calorie", Metric, "4.184", "kg m2 s-2"),
    row("Wh", "watt_hour watthour", Metric, "3600", "kg m2 s-2"),
    row("BTU", "Btu btu", Alone, "1055.05585262", "kg m2 s-2"),
    row("erg", "", Alone, "0.0000001", "kg m2 s-2"),
    row("W", "watt", Metric, "1", "kg m2 s-3"),
    row("hp", "horsepower", Alone, "550*0.3048*4.4482216152605", "kg m2 s-3"),
    row("PS", "metric_horsepower", Alone, "735.49875", "kg m2 s-3"),
    // Electricity and magnetism
    row("A", "amp ampere", Metric, "1", "A"),
    row("V", "volt", Metric, "1", "kg m2 s-3 A-1"),
    row("ohm", "Ω Ω", Metric, "1", "kg m2 s-3 A-2"),
    row("C", "coulomb", Metric, "1", "A s"),
    row("Ah", "amp_hour", Metric, "3600", "A s"),
    row("F", "farad", Metric, "1", "kg-1 m-2 s4 A2"),
    row("S", "siemens", Metric, "1", "kg-1 m-2 s3 A2"),
    row("H", "henry henries", Metric, "1", "kg m2 s-2 A-2"),
    row("T", "tesla", Metric, "1", "kg s-2 A-1"),
    row("gauss", "", Alone, "0.0001", "kg s-2 A-1"),
    row("Wb", "weber", Metric, "1", "kg m2 s-2 A-1"),
    row("VA", "volt_ampere", Metric, "1", "kg m2 s-3"),
    // Temperature
    row("K", "kelvin", Metric, "1", "K"),
    row("degR", "rankine", Alone, "5/9", "K"),
    scale("°C", "degC celsius centigrade", "1", "273.15"),
    scale("°F", "degF fahrenheit", "5/9", "459.67*5/9"),
    // Substance, light, radiation
    row("mol", "mole", Metric, "1", "mol"),
    row("kat", "katal", Metric, "1", "mol s-1"),
    row("cd", "candela", Metric, "1", "cd"),
    row("Bq", "becquerel", Metric, "1", "s-1"),
    row("Ci", "curie", Metric, "37000000000", "s-1"),
    row("Gy", "gray", Metric, "1", "m2 s-2"),
    row("Sv", "sievert", Metric, "1", "m2 s-2"),
    // Data
    row("bit", "b", Binary, "1", "bit"),
    row("B", "byte", Binary, "8", "bit"),
    row("bps", "", Metric, "1", "bit s-1"),
    row("Bps", "", Metric, "8", "bit s-1"),
    // Angle
    row("rad", "radian", Metric, "1", "rad"),
    row("deg", "degree", Alone, "pi/180", "rad"),
    row("arcmin", "arcminute", Alone, "pi/10800", "rad"),
    row("arcsec", "arcsecond", Metric, "pi/648000", "rad"),
    row("gon", "gradian", Alone, "pi/200", "rad"),
    row("turn", "revolution", Alone, "pi*2", "rad"),
    // Per distance
    row("mpg", "", Alone, "1609.344/0.003785411784", "m-2"),
    // Counts
    row("ppm", "", Alone, "1/1000000", ""),
    row("ppb", "", Alone, "1/1000000000", ""),
    row("dozen", "", Alone, "12", ""),
];

/// Symbol, name, power of ten.
pub(crate) static METRIC: &[(&str, &str, i32)] = &[
    ("Q", "quetta", 30),
    ("R", "ronna", 27),
    ("Y", "yotta", 24),
    ("Z", "zetta", 21),
    ("E", "exa", 18),
    ("P", "peta", 15),
    ("T", "tera", 12),
    ("G", "giga", 9),
    ("M", "mega", 6),
    ("k", "kilo", 3),
    ("h", "hecto", 2),
    ("da", "deca", 1),
    ("d", "deci", -1),
    ("c", "centi", -2),
    ("m", "milli", -3),
    ("µ", "micro", -6),
    ("n", "nano", -9),
    ("p", "pico", -12),
    ("f", "femto", -15),
    ("a", "atto", -18),
    ("z", "zepto", -21),
    ("y", "yocto", -24),
    ("r", "ronto", -27),
    ("q", "quecto", -30),
];

/// Symbol, name, power of two.
pub(crate) static BINARY: &[(&str, &str, usize)] = &[
    ("Ki", "kibi", 10),
    ("Mi", "mebi", 20),
    ("Gi", "gibi", 30),
    ("Ti", "tebi", 40),
    ("Pi", "pebi", 50),
    ("Ei", "exbi", 60),
    ("Zi", "zebi", 70),
    ("Yi", "yobi", 80),
];
