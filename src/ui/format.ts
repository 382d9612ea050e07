import { getOrCompute } from "#src/kit/boundedCache.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";

/** No-break space: figures and their units stay on one line. */
const nbsp = "\u00a0";
const minus = "\u2212";

/** A format costs more than what it writes: some hundred of each are kept. */
const [numberFormats, dateFormats] = [new Map<string, Intl.NumberFormat>(), new Map<string, Intl.DateTimeFormat>()];
const maxFormats = 500;

const numbers = (language: AppLanguage, options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  getOrCompute(
    numberFormats,
    `${language}${JSON.stringify(options)}`,
    maxFormats,
    () => new Intl.NumberFormat(language, options),
  );

export const dates = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  getOrCompute(
    dateFormats,
    `${locale}${JSON.stringify(options)}`,
    maxFormats,
    () => new Intl.DateTimeFormat(locale, options),
  );

export interface NumberOptions {
  /** Decimal places, exactly; without it at most two and none that are zero. */
  places?: number;
  /** A plus in front of what is above 0. */
  signed?: boolean;
}

/** `1240` → `1,240` or `1.240`; a negative number takes a true minus. */
export function formatNumber(value: number, language: AppLanguage, options: NumberOptions = {}): string {
  const { places, signed } = options;
  const digits =
    places === undefined
      ? { maximumFractionDigits: 2 }
      : { minimumFractionDigits: places, maximumFractionDigits: places };
  // Rounded first, so that nothing reads as minus zero.
  const shown = numbers(language, digits).format(Math.abs(value));
  const isZero = !/[1-9]/.test(shown);
  if (isZero) return shown;
  return value < 0 ? minus + shown : signed ? `+${shown}` : shown;
}

/** Share from 0 to 100: `62.1 %` or `62,1 %`. */
export const formatPercent = (percent: number, language: AppLanguage, places?: number): string =>
  `${formatNumber(percent, language, places === undefined ? {} : { places })}${nbsp}%`;

/** Integer minor units and ISO 4217 code: `4900, EUR` → `49.00 €` or `49,00 €`. */
export function formatMoney(amount: number, currency: string, language: AppLanguage): string {
  const style = numbers(language, { style: "currency", currency, currencyDisplay: "narrowSymbol" });
  const places = style.resolvedOptions().maximumFractionDigits ?? 2;
  const symbol = style.formatToParts(0).find((part) => part.type === "currency")?.value ?? currency;
  return `${formatNumber(amount / 10 ** places, language, { places })}${nbsp}${symbol}`;
}

/** Coins that are held, as a ledger writes them: `(250)`. */
export const formatHeld = (coins: number, language: AppLanguage): string => `(${formatNumber(coins, language)})`;

/** Whole bytes as `820 KB` or `4.2 MB` (powers of 1,000). */
export function formatBytes(bytes: number, language: AppLanguage): string {
  if (bytes < 1000) return `${formatNumber(bytes, language)}${nbsp}B`;
  if (bytes < 1_000_000) return `${formatNumber(Math.round(bytes / 1000), language)}${nbsp}KB`;
  return `${formatNumber(Math.round(bytes / 100_000) / 10, language)}${nbsp}MB`;
}

/** Milliseconds as `0.4 s`, `48 s`, `2 min 5 s`, `1 h 12 min`; from two days on as whole days, `3 days`. */
export function formatDuration(milliseconds: number, language: AppLanguage): string {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds < 9.95) return `${formatNumber(Math.round(seconds * 10) / 10, language)}${nbsp}s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole}${nbsp}s`;
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60];
  if (minutes < 60) return rest ? `${minutes}${nbsp}min ${rest}${nbsp}s` : `${minutes}${nbsp}min`;
  const [hours, left] = [Math.floor(minutes / 60), minutes % 60];
  if (hours >= 48) {
    const days = new Intl.NumberFormat(language, { style: "unit", unit: "day", unitDisplay: "long" });
    return days.format(Math.round(hours / 24)).replace(" ", nbsp);
  }
  return left
    ? `${formatNumber(hours, language)}${nbsp}h ${left}${nbsp}min`
    : `${formatNumber(hours, language)}${nbsp}h`;
}

/** A calendar date is its own day everywhere; an instant has a day only in a zone. */
const isCalendarDate = (value: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(value);

function partsOf(value: string, zone: string | undefined): Record<string, string> | undefined {
  const at = new Date(isCalendarDate(value) ? `${value}T00:00:00Z` : value);
  if (Number.isNaN(at.getTime())) return undefined;
  const timeZone = isCalendarDate(value) ? "UTC" : zone;
  const parts = dates("en-US", {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    ...(timeZone ? { timeZone } : {}),
  }).formatToParts(at);
  return Object.fromEntries(parts.map((part) => [part.type, part.value]));
}

/**
 * Record date `23.11.2026`, the same in both languages; empty for what is no date.
 * @param value ISO instant or `YYYY-MM-DD`
 * @param zone IANA zone for instants; the browser's without it
 */
export function formatDate(value: string, zone?: string): string {
  const p = partsOf(value, zone);
  return p ? `${p.day}.${p.month}.${p.year}` : "";
}

/** 24 h clock `08:12` of an instant. */
export function formatTime(value: string, zone?: string): string {
  const p = partsOf(value, zone);
  return p ? `${p.hour}:${p.minute}` : "";
}

/** Project date `23.11.2026 08:12`, specification section 9. */
export const formatDateTime = (value: string, zone?: string): string =>
  `${formatDate(value, zone)}${nbsp}${formatTime(value, zone)}`.trim();

/** `10:30 to 11:30`, `10:30 bis 11:30`. */
export const formatTimeRange = (from: string, to: string, language: AppLanguage, zone?: string): string =>
  `${formatTime(from, zone)} ${language === "de" ? "bis" : "to"} ${formatTime(to, zone)}`;

/** `YYYY-MM-DD` of an instant in a zone. */
export function dayOf(value: string, zone?: string): string {
  const p = partsOf(value, zone);
  return p ? `${p.year}-${p.month}-${p.day}` : "";
}

/**
 * Date in lists: `23 Nov`, `23. Nov.`, with the year when it is another one, and the word for today when it is.
 * @param now ISO instant; the clock without it
 */
export function formatListDate(
  value: string,
  language: AppLanguage,
  options: { zone?: string; now?: string; today?: string } = {},
): string {
  const day = dayOf(value, options.zone);
  if (day === "") return "";
  const nowDay = dayOf(options.now ?? new Date().toISOString(), options.zone);
  if (day === nowDay) return options.today ?? (language === "de" ? "heute" : "today");
  const noon = new Date(`${day}T12:00:00Z`);
  const head =
    language === "de"
      ? dates("de-DE", { day: "numeric", month: "short", timeZone: "UTC" }).format(noon).replace(" ", nbsp)
      : `${noon.getUTCDate()}${nbsp}${dates("en-US", { month: "short", timeZone: "UTC" }).format(noon)}`;
  return day.slice(0, 4) === nowDay.slice(0, 4) ? head : `${head}${nbsp}${day.slice(0, 4)}`;
}

/** `23 November 2026`, `23. November 2026`. */
export function formatLongDate(value: string, language: AppLanguage, zone?: string): string {
  const day = dayOf(value, zone);
  if (day === "") return "";
  const options: Intl.DateTimeFormatOptions = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" };
  return dates(language === "de" ? "de-DE" : "en-GB", options).format(new Date(`${day}T12:00:00Z`));
}

/** Name of a month, 1 to 12. */
export const monthName = (month: number, language: AppLanguage): string =>
  dates(language, { month: "long", timeZone: "UTC" }).format(new Date(Date.UTC(2026, month - 1, 15)));

/** `Mon`, `Mo`. */
export function formatWeekday(value: string, language: AppLanguage, zone?: string): string {
  const day = dayOf(value, zone);
  return day === "" ? "" : dates(language, { weekday: "short", timeZone: "UTC" }).format(new Date(`${day}T12:00:00Z`));
}

/** First letters of the first and last word, for the round name sign. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const [first, last] = [words.at(0), words.length > 1 ? words.at(-1) : undefined];
  return [first, last]
    .map((word) => Array.from(word ?? "")[0] ?? "")
    .join("")
    .toLocaleUpperCase();
}
