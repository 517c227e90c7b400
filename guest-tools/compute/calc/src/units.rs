//! The units: what they are called and what they are of the base units, exactly as they are defined.

use dashu_ratio::RBig;

use crate::dimension::Dimension;

/// Which prefixes a unit's names take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Prefixes {
    None,
    /// `k`, `m`, … before the first name; `kilo`, `milli`, … before the others.
    Metric,
    /// The same, and `Ki`, `Mi`, … and `kibi`, `mebi`, ….
    Binary,
}

/// A unit as it is defined.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Unit {
    /// The symbol, as which it is shown, and other names.
    pub(crate) names: &'static [&'static str],
    /// How many base units it has: a decimal or a fraction of two. None for the radian, which has no such number.
    pub(crate) factor: Option<&'static str>,
    pub(crate) dimension: Dimension,
    pub(crate) prefixes: Prefixes,
    /// Where zero lies on the scale of the base unit, for scales of temperature.
    pub(crate) zero: Option<&'static str>,
}

const fn unit(names: &'static [&'static str], factor: &'static str, dimension: Dimension) -> Unit {
    Unit { names, factor: Some(factor), dimension, prefixes: Prefixes::None, zero: None }
}

const fn metric(names: &'static [&'static str], factor: &'static str, dimension: Dimension) -> Unit {
    Unit { names, factor: Some(factor), dimension, prefixes: Prefixes::Metric, zero: None }
}

const fn binary(names: &'static [&'static str], factor: &'static str, dimension: Dimension) -> Unit {
    Unit { names, factor: Some(factor), dimension, prefixes: Prefixes::Binary, zero: None }
}

const fn scale(names: &'static [&'static str], factor: &'static str, zero: &'static str) -> Unit {
    let dimension = Dimension::TEMPERATURE;
    Unit { names, factor: Some(factor), dimension, prefixes: Prefixes::None, zero: Some(zero) }
}

const L: Dimension = Dimension::LENGTH;
const AREA: Dimension = Dimension::of(2, 0, 0, 0);
const VOLUME: Dimension = Dimension::of(3, 0, 0, 0);
const SPEED: Dimension = Dimension::of(1, 0, -1, 0);
const FREQUENCY: Dimension = Dimension::of(0, 0, -1, 0);
const FORCE: Dimension = Dimension::of(1, 1, -2, 0);
const PRESSURE: Dimension = Dimension::of(-1, 1, -2, 0);
const ENERGY: Dimension = Dimension::of(2, 1, -2, 0);
const POWER: Dimension = Dimension::of(2, 1, -3, 0);
const DOSE: Dimension = Dimension::of(2, 0, -2, 0);

/// All units.
pub(crate) const UNITS: &[Unit] = &[
    // Length
    metric(&["m", "meter", "meters", "metre", "metres"], "1", L),
    unit(&["in", "inch", "inches"], "0.0254", L),
    unit(&["ft", "foot", "feet"], "0.3048", L),
    unit(&["yd", "yard", "yards"], "0.9144", L),
    unit(&["mi", "mile", "miles"], "1609.344", L),
    unit(&["nmi", "nautical_mile", "nautical_miles"], "1852", L),
    unit(&["mil", "mils", "thou"], "0.0000254", L),
    unit(&["furlong", "furlongs"], "201.168", L),
    unit(&["fathom", "fathoms"], "1.8288", L),
    unit(&["au", "AU", "astronomical_unit", "astronomical_units"], "149597870700", L),
    unit(&["ly", "lightyear", "lightyears", "light_year", "light_years"], "9460730472580800", L),
    unit(&["Å", "angstrom", "angstroms"], "1e-10", L),
    unit(&["micron", "microns"], "1e-6", L),
    // Area
    unit(&["ha", "hectare", "hectares"], "10000", AREA),
    unit(&["acre", "acres"], "4046.8564224", AREA),
    unit(&["sqft", "sq_ft", "square_foot", "square_feet"], "0.09290304", AREA),
    unit(&["sqm", "sq_m", "square_meter", "square_meters", "square_metre", "square_metres"], "1", AREA),
    unit(&["sqmi", "sq_mi", "square_mile", "square_miles"], "2589988.110336", AREA),
    unit(&["sqkm", "sq_km", "square_kilometer", "square_kilometers", "square_kilometre"], "1000000", AREA),
    unit(&["barn", "barns"], "1e-28", AREA),
    // Volume
    metric(&["L", "liter", "liters", "litre", "litres"], "0.001", VOLUME),
    metric(&["l"], "0.001", VOLUME),
    unit(&["cc"], "0.000001", VOLUME),
    unit(&["gal", "gallon", "gallons", "us_gallon", "us_gallons"], "0.003785411784", VOLUME),
    unit(&["qt", "quart", "quarts"], "0.000946352946", VOLUME),
    unit(&["pt", "pint", "pints"], "0.000473176473", VOLUME),
    unit(&["cup", "cups"], "0.0002365882365", VOLUME),
    unit(&["floz", "fl_oz", "fluid_ounce", "fluid_ounces"], "0.0000295735295625", VOLUME),
    unit(&["tbsp", "tablespoon", "tablespoons"], "0.00001478676478125", VOLUME),
    unit(&["tsp", "teaspoon", "teaspoons"], "0.00000492892159375", VOLUME),
    unit(&["uk_gal", "uk_gallon", "uk_gallons", "imperial_gallon", "imperial_gallons"], "0.00454609", VOLUME),
    unit(&["uk_pt", "uk_pint", "uk_pints", "imperial_pint", "imperial_pints"], "0.00056826125", VOLUME),
    unit(&["uk_floz", "imperial_fluid_ounce", "imperial_fluid_ounces"], "0.0000284130625", VOLUME),
    unit(&["bbl", "barrel", "barrels", "oil_barrel", "oil_barrels"], "0.158987294928", VOLUME),
    // Mass
    metric(&["g", "gram", "grams", "gramme", "grammes"], "0.001", Dimension::MASS),
    unit(&["t", "tonne", "tonnes", "metric_ton", "metric_tons"], "1000", Dimension::MASS),
    unit(&["lb", "lbs", "pound", "pounds"], "0.45359237", Dimension::MASS),
    unit(&["oz", "ounce", "ounces"], "0.028349523125", Dimension::MASS),
    unit(&["st", "stone", "stones"], "6.35029318", Dimension::MASS),
    unit(&["ton", "tons", "short_ton", "short_tons", "us_ton", "us_tons"], "907.18474", Dimension::MASS),
    unit(&["long_ton", "long_tons", "uk_ton", "uk_tons"], "1016.0469088", Dimension::MASS),
    unit(&["grain", "grains"], "0.00006479891", Dimension::MASS),
    unit(&["ozt", "troy_ounce", "troy_ounces"], "0.0311034768", Dimension::MASS),
    unit(&["ct", "carat", "carats"], "0.0002", Dimension::MASS),
    // Time
    metric(&["s", "second", "seconds"], "1", Dimension::TIME),
    unit(&["sec", "secs"], "1", Dimension::TIME),
    unit(&["min", "minute", "minutes", "mins"], "60", Dimension::TIME),
    unit(&["h", "hour", "hours", "hr", "hrs"], "3600", Dimension::TIME),
    unit(&["d", "day", "days"], "86400", Dimension::TIME),
    unit(&["week", "weeks"], "604800", Dimension::TIME),
    unit(&["fortnight", "fortnights"], "1209600", Dimension::TIME),
    unit(&["month", "months"], "2629800", Dimension::TIME),
    unit(&["yr", "year", "years"], "31557600", Dimension::TIME),
    unit(&["decade", "decades"], "315576000", Dimension::TIME),
    unit(&["century", "centuries"], "3155760000", Dimension::TIME),
    // Speed, frequency
    unit(&["mph"], "0.44704", SPEED),
    unit(&["kph", "kmh", "kmph"], "5/18", SPEED),
    unit(&["fps"], "0.3048", SPEED),
    unit(&["kn", "knot", "knots"], "463/900", SPEED),
    metric(&["Hz", "hertz"], "1", FREQUENCY),
    unit(&["mpg"], "60350400000/141958", Dimension::of(-2, 0, 0, 0)),
    unit(&["uk_mpg", "imperial_mpg"], "160934400/454609", Dimension::of(-2, 0, 0, 0)),
    // Force, pressure
    metric(&["N", "newton", "newtons"], "1", FORCE),
    unit(&["lbf", "pound_force"], "4.4482216152605", FORCE),
    unit(&["kgf", "kilogram_force"], "9.80665", FORCE),
    unit(&["dyn", "dyne", "dynes"], "0.00001", FORCE),
    metric(&["Pa", "pascal", "pascals"], "1", PRESSURE),
    metric(&["bar", "bars"], "100000", PRESSURE),
    unit(&["atm", "atmosphere", "atmospheres"], "101325", PRESSURE),
    unit(&["torr"], "20265/152", PRESSURE),
    unit(&["mmHg"], "133.322387415", PRESSURE),
    unit(&["inHg"], "3386.388640341", PRESSURE),
    unit(&["psi"], "8896443230521/1290320000", PRESSURE),
    // Energy, power
    metric(&["J", "joule", "joules"], "1", ENERGY),
    metric(&["Wh"], "3600", ENERGY),
    metric(&["cal", "calorie", "calories"], "4.184", ENERGY),
    unit(&["Cal"], "4184", ENERGY),
    metric(&["eV", "electronvolt", "electronvolts"], "1.602176634e-19", ENERGY),
    unit(&["BTU", "Btu", "btu", "btus"], "1055.05585262", ENERGY),
    unit(&["therm", "therms"], "105505585.262", ENERGY),
    unit(&["erg", "ergs"], "1e-7", ENERGY),
    metric(&["W", "watt", "watts"], "1", POWER),
    unit(&["hp", "horsepower"], "745.69987158227022", POWER),
    unit(&["PS", "metric_horsepower"], "735.49875", POWER),
    // Electricity and magnetism
    metric(&["A", "ampere", "amperes", "amp", "amps"], "1", Dimension::of(0, 0, 0, 1)),
    metric(&["Ah"], "3600", Dimension::of(0, 0, 1, 1)),
    metric(&["coulomb", "coulombs"], "1", Dimension::of(0, 0, 1, 1)),
    metric(&["V", "volt", "volts"], "1", Dimension::of(2, 1, -3, -1)),
    metric(&["VA"], "1", POWER),
    metric(&["ohm", "ohms"], "1", Dimension::of(2, 1, -3, -2)),
    metric(&["Ω"], "1", Dimension::of(2, 1, -3, -2)),
    metric(&["S", "siemens"], "1", Dimension::of(-2, -1, 3, 2)),
    metric(&["farad", "farads"], "1", Dimension::of(-2, -1, 4, 2)),
    metric(&["H", "henry", "henries", "henrys"], "1", Dimension::of(2, 1, -2, -2)),
    metric(&["Wb", "weber", "webers"], "1", Dimension::of(2, 1, -2, -1)),
    metric(&["T", "tesla", "teslas"], "1", Dimension::of(0, 1, -2, -1)),
    unit(&["gauss"], "0.0001", Dimension::of(0, 1, -2, -1)),
    // Temperature
    metric(&["K", "kelvin", "kelvins"], "1", Dimension::TEMPERATURE),
    scale(&["degC", "°C", "celsius", "Celsius", "C"], "1", "273.15"),
    scale(&["degF", "°F", "fahrenheit", "Fahrenheit", "F"], "5/9", "45967/180"),
    unit(&["degR", "rankine"], "5/9", Dimension::TEMPERATURE),
    // Amount, light, radiation
    metric(&["mol", "mole", "moles"], "1", Dimension::NONE.and(1, 0)),
    metric(&["cd", "candela", "candelas"], "1", Dimension::NONE.and(0, 1)),
    metric(&["lm", "lumen", "lumens"], "1", Dimension::NONE.and(0, 1)),
    metric(&["lx", "lux"], "1", Dimension::of(-2, 0, 0, 0).and(0, 1)),
    metric(&["Bq", "becquerel", "becquerels"], "1", FREQUENCY),
    metric(&["Gy", "gray", "grays"], "1", DOSE),
    metric(&["Sv", "sievert", "sieverts"], "1", DOSE),
    metric(&["kat", "katal", "katals"], "1", FREQUENCY.and(1, 0)),
    metric(&["M", "molar"], "1000", Dimension::of(-3, 0, 0, 0).and(1, 0)),
    // Angle
    unit(&["deg", "°", "degree", "degrees"], "1", Dimension::ANGLE),
    Unit {
        names: &["rad", "radian", "radians"],
        factor: None,
        dimension: Dimension::ANGLE,
        prefixes: Prefixes::Metric,
        zero: None,
    },
    unit(&["turn", "turns", "rev", "revolution", "revolutions"], "360", Dimension::ANGLE),
    unit(&["gon", "gradian", "gradians"], "0.9", Dimension::ANGLE),
    unit(&["arcmin", "arcminute", "arcminutes"], "1/60", Dimension::ANGLE),
    unit(&["arcsec", "arcsecond", "arcseconds"], "1/3600", Dimension::ANGLE),
    // Information
    binary(&["B", "byte", "bytes"], "8", Dimension::INFORMATION),
    binary(&["bit", "bits"], "1", Dimension::INFORMATION),
    binary(&["b"], "1", Dimension::INFORMATION),
    unit(&["nibble", "nibbles"], "4", Dimension::INFORMATION),
    // Shares
    unit(&["%", "percent"], "0.01", Dimension::NONE),
    unit(&["permille", "‰"], "0.001", Dimension::NONE),
    unit(&["ppm"], "0.000001", Dimension::NONE),
    unit(&["ppb"], "1e-9", Dimension::NONE),
    unit(&["dozen", "dozens"], "12", Dimension::NONE),
];

/// Short and long prefixes with their powers of ten. `u` and both forms of `µ` mean the same.
pub(crate) const METRIC: &[(&str, &str, i32)] = &[
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
    ("u", "micro", -6),
    ("n", "nano", -9),
    ("p", "pico", -12),
    ("f", "femto", -15),
    ("a", "atto", -18),
    ("z", "zepto", -21),
    ("y", "yocto", -24),
    ("r", "ronto", -27),
    ("q", "quecto", -30),
];

/// Short and long prefixes with their powers of 1024.
pub(crate) const BINARY: &[(&str, &str, usize)] = &[
    ("Ki", "kibi", 1),
    ("Mi", "mebi", 2),
    ("Gi", "gibi", 3),
    ("Ti", "tebi", 4),
    ("Pi", "pebi", 5),
    ("Ei", "exbi", 6),
    ("Zi", "zebi", 7),
    ("Yi", "yobi", 8),
];

/// A unit by one of its names, with the factor of its prefix.
pub(crate) fn find(name: &str) -> Option<(&'static Unit, RBig)> {
    let name = &name.replace(['μ', 'µ'], "u").replace('Ω', "Ω");
    let exact = UNITS.iter().find(|unit| unit.names.contains(&name.as_str()));
    exact.map(|unit| (unit, RBig::ONE)).or_else(|| find_prefixed(name))
}

fn find_prefixed(name: &str) -> Option<(&'static Unit, RBig)> {
    let ten = |power: i32| {
        let size = RBig::from(10).pow(power.unsigned_abs() as isize);
        if power < 0 { RBig::ONE / size } else { size }
    };
    let metric = METRIC.iter().flat_map(|(short, long, power)| [(*short, false, *power), (*long, true, *power)]);
    let of_ten = metric.filter_map(|(prefix, is_long, power)| {
        let unit = named(name.strip_prefix(prefix)?, is_long, |prefixes| prefixes != Prefixes::None)?;
        Some((unit, ten(power)))
    });
    let binary = BINARY.iter().flat_map(|(short, long, power)| [(*short, false, *power), (*long, true, *power)]);
    let of_two = binary.filter_map(|(prefix, is_long, power)| {
        let unit = named(name.strip_prefix(prefix)?, is_long, |prefixes| prefixes == Prefixes::Binary)?;
        Some((unit, RBig::from(1024).pow(power as isize)))
    });
    of_ten.chain(of_two).next()
}

/// A unit whose symbol (for short prefixes) or other name (for long ones) this is. A unit without a symbol takes long
/// prefixes only.
fn named(name: &str, is_long: bool, takes: impl Fn(Prefixes) -> bool) -> Option<&'static Unit> {
    let is_it = |unit: &&Unit| {
        let position = unit.names.iter().position(|known| *known == name);
        let is_spelled_out = |position: usize| position > 0 || name.len() > 3;
        takes(unit.prefixes) && position.is_some_and(|position| is_spelled_out(position) == is_long)
    };
    UNITS.iter().find(is_it)
}
