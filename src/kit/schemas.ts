import { z } from "zod";
import { addressPattern } from "./addressPattern.ts";
import { getOrCompute } from "./boundedCache.ts";
import { uuidPattern } from "./ids.ts";

/**
 * PostgreSQL text cannot store NUL, and a lone surrogate has no UTF-8 form: both are rejected, all else is accepted.
 */
const storable = (value: string): boolean => !value.includes("\u0000") && value.isWellFormed();

/** Length of what can be seen: zero-width and other ignorable characters, and white space around, count nothing. */
export const visibleLength = (value: string): number =>
  value.replace(/\p{Default_Ignorable_Code_Point}/gu, "").trim().length;

/**
 * Text as a person typed it, kept byte for byte.
 * @param max longest length in UTF-16 units
 * @param min shortest length of what can be seen of it; 0 allows the empty string
 */
export const text = (max: number, min = 0): z.ZodString => {
  const base = z
    .string()
    .max(max)
    .refine(storable, { error: "must not hold NUL or half a character", params: { messageKey: "validation.text" } });
  return min > 0
    ? base.refine((value) => visibleLength(value) >= min, {
        error: min === 1 ? "is a required field" : `needs at least ${min} characters`,
        params: { messageKey: min === 1 ? "validation.required" : "validation.tooShort", min },
      })
    : base;
};

export const id = z.string().regex(uuidPattern, "must be a UUID").toLowerCase();

/** RFC 5321: 254 octets for a whole address. */
export const email = text(254, 1).pipe(z.email({ pattern: addressPattern, error: "must be a valid e-mail address" }));

/** http(s) only; at most 2,048 characters, the common limit of browsers. */
export const webAddress = text(2048, 1).pipe(z.url({ protocol: /^https?$/, error: "must be a web address" }));

/** Calendar years that PostgreSQL, Temporal and people agree on. */
const yearIsUsable = (value: string): boolean => {
  const year = Number(value.slice(0, 4));
  return year >= 1900 && year <= 2200;
};

/** Offsets of the zone data go from -12:00 to +14:00; PostgreSQL takes less than 16 hours. */
const widestOffset = 14 * 60;

/** The year counts in UTC, in which it is kept and answered, whatever year the offset writes. */
const isUsableInstant = (value: string): boolean => {
  const time = Date.parse(value);
  const [, hours = 0, minutes = 0] = /[+-](\d\d):(\d\d)$/.exec(value) ?? [];
  return (
    !Number.isNaN(time) &&
    Number(hours) * 60 + Number(minutes) <= widestOffset &&
    yearIsUsable(new Date(time).toISOString())
  );
};

/** ISO 8601 instant in UTC or with an offset, years 1900 to 2200; 40 characters fit nanoseconds and an offset. */
export const instant = z.iso
  .datetime({ offset: true })
  .max(40)
  .refine(isUsableInstant, "year must be 1900 to 2200, offset at most 14 hours");

/**
 * Ids and instants in answers: they come from typed columns, so they are described and not validated again, which took
 * a tenth of a list request.
 */
export const recordId = z.string().meta({ format: "uuid" });
export const recordInstant = z.string().meta({ format: "date-time" });

/** Calendar date `YYYY-MM-DD`, years 1900 to 2200. */
export const date = z.iso.date().refine(yearIsUsable, "year must be 1900 to 2200");

/** Wall clock `HH:mm`. */
export const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be HH:mm");

const knownZones = new Map<string, boolean>();
const isTimeZone = (value: string): boolean =>
  getOrCompute(knownZones, value, 2_000, () => {
    try {
      const { timeZone: known } = new Intl.DateTimeFormat("en", { timeZone: value }).resolvedOptions();
      return known !== "" && /^[A-Za-z]/.test(value);
    } catch {
      return false;
    }
  });

/** IANA time zone name. */
export const timeZone = z.string().max(64).refine(isTimeZone, "must be an IANA time zone");

/** Whole coins, never negative. The cap keeps sums far inside a 53-bit integer. */
export const coins = z.int().min(0).max(1_000_000_000);

/** BCP 47 language of a result, as offered in settings. */
export const languageTag = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, "must be a language tag")
  .max(35);

/** Languages of the interface. */
export const appLanguage = z.enum(["en", "de"]);
export type AppLanguage = z.infer<typeof appLanguage>;

/** Page of a list: `limit` 1 to 200, 50 by default; `cursor` is opaque. */
export const page = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: text(512).optional(),
});

/** `?favorite=true`: queries are text. */
export const flag = z.enum(["true", "false"]).transform((value) => value === "true");

/** Bytes of a value as JSON. */
export const jsonBytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
