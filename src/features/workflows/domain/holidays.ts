import { addDays, dateOf, dayNumber, weekdayOf } from "#src/kit/time/dates.ts";

/** Countries whose public holidays are known here. */
export const holidayCountries = ["DE", "AT", "CH", "FR", "GB", "US", "IT", "ES", "NL", "BE", "PL"] as const;
export type HolidayCountry = (typeof holidayCountries)[number];

export interface Holiday {
  date: string;
  name: { en: string; de: string };
}

/** Easter Sunday of a year in the Gregorian calendar (Meeus/Jones/Butcher). */
export function easterOf(year: number): string {
  const a = year % 19;
  const [b, c] = [Math.floor(year / 100), year % 100];
  const [d, e] = [Math.floor(b / 4), b % 4];
  const g = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const [i, k] = [Math.floor(c / 4), c % 4];
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  const [month, day] = [Math.floor(sum / 31), (sum % 31) + 1];
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/**
 * When a holiday falls: `05-01` a day of the year, `E+39` days from Easter Sunday, `3Mon01` the third Monday of
 * January, `-1Mon05` the last Monday of May.
 */
type When = string;
type Rule = [when: When, en: string, de: string, fromYear?: number];

const newYear: Rule = ["01-01", "New Year's Day", "Neujahr"];
const epiphany: Rule = ["01-06", "Epiphany", "Heilige Drei Könige"];
const goodFriday: Rule = ["E-2", "Good Friday", "Karfreitag"];
const easterSunday: Rule = ["E+0", "Easter Sunday", "Ostersonntag"];
const easterMonday: Rule = ["E+1", "Easter Monday", "Ostermontag"];
const labourDay: Rule = ["05-01", "Labour Day", "Tag der Arbeit"];
const ascension: Rule = ["E+39", "Ascension Day", "Christi Himmelfahrt"];
const whitSunday: Rule = ["E+49", "Whit Sunday", "Pfingstsonntag"];
const whitMonday: Rule = ["E+50", "Whit Monday", "Pfingstmontag"];
const corpusChristi: Rule = ["E+60", "Corpus Christi", "Fronleichnam"];
const assumption: Rule = ["08-15", "Assumption Day", "Mariä Himmelfahrt"];
const allSaints: Rule = ["11-01", "All Saints' Day", "Allerheiligen"];
const immaculate: Rule = ["12-08", "Immaculate Conception", "Mariä Empfängnis"];
const christmas: Rule = ["12-25", "Christmas Day", "1. Weihnachtstag"];
const secondChristmas: Rule = ["12-26", "Second Day of Christmas", "2. Weihnachtstag"];

/** Holidays of a whole country; days that only some states, cantons or nations keep are left out or named so. */
const rules: Readonly<Record<HolidayCountry, readonly Rule[]>> = {
  DE: [
    newYear,
    goodFriday,
    easterMonday,
    labourDay,
    ascension,
    whitMonday,
    ["10-03", "German Unity Day", "Tag der Deutschen Einheit"],
    christmas,
    secondChristmas,
  ],
  AT: [
    newYear,
    epiphany,
    easterMonday,
    labourDay,
    ascension,
    whitMonday,
    corpusChristi,
    assumption,
    ["10-26", "Austrian National Day", "Nationalfeiertag"],
    allSaints,
    immaculate,
    christmas,
    ["12-26", "St Stephen's Day", "Stefanitag"],
  ],
  CH: [newYear, ascension, ["08-01", "Swiss National Day", "Bundesfeier"], christmas],
  FR: [
    newYear,
    easterMonday,
    labourDay,
    ["05-08", "Victory Day", "Tag des Sieges"],
    ascension,
    whitMonday,
    ["07-14", "Bastille Day", "Nationalfeiertag"],
    assumption,
    allSaints,
    ["11-11", "Armistice Day", "Waffenstillstand 1918"],
    christmas,
  ],
  GB: [
    newYear,
    goodFriday,
    ["E+1", "Easter Monday (not in Scotland)", "Ostermontag (nicht in Schottland)"],
    ["1Mon05", "Early May bank holiday", "Early May Bank Holiday"],
    ["-1Mon05", "Spring bank holiday", "Spring Bank Holiday"],
    ["-1Mon08", "Summer bank holiday (not in Scotland)", "Summer Bank Holiday (nicht in Schottland)"],
    christmas,
    ["12-26", "Boxing Day", "Boxing Day"],
  ],
  US: [
    newYear,
    ["3Mon01", "Martin Luther King Jr. Day", "Martin-Luther-King-Tag"],
    ["3Mon02", "Washington's Birthday", "Washingtons Geburtstag"],
    ["-1Mon05", "Memorial Day", "Memorial Day"],
    ["06-19", "Juneteenth", "Juneteenth", 2021],
    ["07-04", "Independence Day", "Unabhängigkeitstag"],
    ["1Mon09", "Labor Day", "Labor Day"],
    ["2Mon10", "Columbus Day", "Columbus Day"],
    ["11-11", "Veterans Day", "Veterans Day"],
    ["4Thu11", "Thanksgiving Day", "Thanksgiving"],
    christmas,
  ],
  IT: [
    newYear,
    epiphany,
    easterSunday,
    easterMonday,
    ["04-25", "Liberation Day", "Tag der Befreiung"],
    labourDay,
    ["06-02", "Republic Day", "Tag der Republik"],
    assumption,
    ["10-04", "St Francis of Assisi", "Franz von Assisi", 2026],
    allSaints,
    immaculate,
    christmas,
    secondChristmas,
  ],
  ES: [
    newYear,
    epiphany,
    goodFriday,
    labourDay,
    assumption,
    ["10-12", "National Day", "Nationalfeiertag"],
    allSaints,
    ["12-06", "Constitution Day", "Tag der Verfassung"],
    immaculate,
    christmas,
  ],
  NL: [
    newYear,
    easterSunday,
    easterMonday,
    ["King", "King's Day", "Königstag"],
    ascension,
    whitSunday,
    whitMonday,
    christmas,
    secondChristmas,
  ],
  BE: [
    newYear,
    easterMonday,
    labourDay,
    ascension,
    whitMonday,
    ["07-21", "Belgian National Day", "Nationalfeiertag"],
    assumption,
    allSaints,
    ["11-11", "Armistice Day", "Waffenstillstand 1918"],
    christmas,
  ],
  PL: [
    newYear,
    epiphany,
    easterSunday,
    easterMonday,
    labourDay,
    ["05-03", "Constitution Day", "Tag der Verfassung"],
    whitSunday,
    corpusChristi,
    assumption,
    allSaints,
    ["11-11", "Independence Day", "Unabhängigkeitstag"],
    ["12-24", "Christmas Eve", "Heiligabend", 2025],
    christmas,
    secondChristmas,
  ],
};

const weekdays: Readonly<Record<string, number>> = { Mon: 1, Tue: 2, Wed: 3, Thu: 4, Fri: 5, Sat: 6, Sun: 7 };

function dateIn(year: number, when: When): string {
  if (/^\d\d-\d\d$/.test(when)) return `${year}-${when}`;
  // 27 April, a day earlier when that is a Sunday.
  if (when === "King") return weekdayOf(`${year}-04-27`) === 7 ? `${year}-04-26` : `${year}-04-27`;
  if (when.startsWith("E")) return addDays(easterOf(year), Number(when.slice(1)));
  const [, nth = "1", day = "Mon", month = "01"] = /^(-?\d)([A-Z][a-z]{2})(\d\d)$/.exec(when) ?? [];
  const weekday = weekdays[day] ?? 1;
  const first = `${year}-${month}-01`;
  if (Number(nth) > 0) return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (Number(nth) - 1));
  const next = Number(month) === 12 ? `${year + 1}-01-01` : `${year}-${String(Number(month) + 1).padStart(2, "0")}-01`;
  const last = addDays(next, -1);
  return addDays(last, -((weekdayOf(last) - weekday + 7) % 7));
}

/** Days off in lieu: GB moves on to the next free working day, US to Friday or Monday. */
function inLieu(found: readonly Holiday[], country: HolidayCountry): Holiday[] {
  if (country !== "GB" && country !== "US") return [];
  const taken = new Set(found.map(({ date }) => date));
  return found.flatMap(({ date, name }) => {
    const weekday = weekdayOf(date);
    if (weekday < 6) return [];
    let free = country === "US" && weekday === 6 ? addDays(date, -1) : addDays(date, 8 - weekday);
    while (country === "GB" && taken.has(free)) free = addDays(free, 1);
    taken.add(free);
    return [{ date: free, name: { en: `${name.en} (observed)`, de: `${name.de} (Ersatztag)` } }];
  });
}

/** Public holidays of a whole country in a period, ascending. Longer periods than 800 days are cut there. */
export function holidaysOf(country: HolidayCountry, from: string, to: string): Holiday[] {
  const first = Number(from.slice(0, 4));
  const last = Number(dateOf(Math.min(dayNumber(to), dayNumber(from) + 800)).slice(0, 4));
  const found: Holiday[] = [];
  // A day in lieu may fall into the year before: 1 January on a Saturday is kept on 31 December.
  for (let year = first; year <= last + 1; year += 1) {
    const ofYear = rules[country]
      .filter(([, , , fromYear = 0]) => year >= fromYear)
      .map(([when, en, de]): Holiday => ({ date: dateIn(year, when), name: { en, de } }));
    found.push(...ofYear, ...inLieu(ofYear, country));
  }
  const byDate = new Map<string, Holiday>();
  for (const { date, name } of found.filter(({ date }) => date >= from && date <= to)) {
    const other = byDate.get(date)?.name;
    byDate.set(date, { date, name: other ? { en: `${other.en}, ${name.en}`, de: `${other.de}, ${name.de}` } : name });
  }
  return [...byDate.values()].toSorted((a, b) => (a.date < b.date ? -1 : 1));
}
