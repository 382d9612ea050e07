import { z } from "zod";
import { cleanText, cutText } from "#src/features/files/server/cleanText.ts";
import type { ApiName, ApiQuery, ApiRecord, ParsedApiQuery } from "../../apis.ts";
import { FetchError, type FetchCode } from "../sources/fetchError.ts";
import type { ApiCall } from "../sources/fetcher.ts";

/**
 * Why a service gave nothing. `refused`: it does not want us. `limited`: it asked us to wait. `failed`: its answer was
 * an error or nothing that could be read.
 */
export class DataServiceError extends Error {
  readonly code: "refused" | "limited" | "failed" | "notFound";
  /** Milliseconds to wait, for `limited`. */
  readonly waitMs: number;
  /** Of the answer; 0 when there was none to speak of. */
  readonly status: number;

  constructor(code: DataServiceError["code"], message: string, { waitMs = 0, status = 0 } = {}) {
    super(message);
    this.name = "DataServiceError";
    this.code = code;
    this.waitMs = waitMs;
    this.status = status;
  }
}

/** Why a service did not answer, or not in full. */
export type ServiceErrorCode = DataServiceError["code"] | FetchCode;

/** Null for what is no fault of the service, such as a cancel. */
export function serviceErrorCodeOf(error: unknown): ServiceErrorCode | null {
  if (error instanceof DataServiceError || error instanceof FetchError) return error.code;
  return error instanceof z.ZodError ? "failed" : null;
}

export type ApiCallOptions = Pick<ApiCall, "method" | "headers" | "body">;

export interface ApiTools {
  /** An address below the base address of the service; a query's lists repeat the name, empty values are left out. */
  url: (path: string, query?: Readonly<Record<string, string | number | readonly string[] | undefined>>) => URL;
  /** @throws ApiError; FetchError; the reason of the signal */
  json: (url: URL, call?: ApiCallOptions) => Promise<unknown>;
  bytes: (url: URL, call?: ApiCallOptions) => Promise<Uint8Array>;
  /**
   * What `read` made of the bytes the last time, as long as they stay fresh; after that the service is asked whether
   * they have changed. Plain data only.
   */
  readUnlessUnchanged: <Value>(
    url: URL,
    call: ApiCallOptions,
    read: (bytes: Uint8Array) => Promise<Value>,
  ) => Promise<Value>;
  /** What `make` gave the last time, as long as an answer of the service stays fresh. Plain data only. */
  cached: <Value>(key: string, make: () => Promise<Value>) => Promise<Value>;
  now: () => Date;
  signal: AbortSignal;
  /** Says that the answer lacks something because of a fault: it is passed on as incomplete and never remembered. */
  reportMissing: (fault: ServiceErrorCode) => void;
}

/** What a source is called. */
export interface ApiSource {
  /** Where a person can read the same. */
  url: string;
  title: string;
  /** Day or instant, as the service states it. */
  publishedAt: string | null;
}

export interface ApiFind<Name extends ApiName> extends ApiSource {
  records: ApiRecord<Name>[];
}

export interface ApiAdapter<Name extends ApiName> {
  /** The smallest request that shows whether the service responds. */
  probe: ApiQuery<Name>;
  /** @throws ApiError; FetchError; ZodError; the reason of the signal */
  ask: (query: ParsedApiQuery<Name>, tools: ApiTools) => Promise<ApiFind<Name>>;
  /** The source of a single record. */
  sourceOf: (record: ApiRecord<Name>) => ApiSource;
}

/* ---- reading what strangers send: nothing throws, everything ends up short and clean ---- */

/** Also for missing values. */
const anything = z.unknown().optional();

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

function withoutMarkup(text: string): string {
  return text
    .replace(/<[^<>]*>/g, " ")
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
      if (name) return entities[String(name).toLowerCase()] ?? whole;
      const code = decimal ? Number(decimal) : Number.parseInt(String(hex), 16);
      return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : "";
    });
}

/** One line of plain text. */
export const oneLine = (text: string, most = 300): string =>
  cutText(cleanText(withoutMarkup(cutText(text, most * 20))).replace(/\s+/g, " "), most).trim();

const languages = ["en", "eng", "de", "deu", "ger", "mul", "fr", "fra"];

/** The text in a text, a number, a list (its first) or a map by language, whichever the service felt like. */
function textIn(value: unknown, depth = 3): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (typeof value !== "object" || value === null || depth === 0) return "";
  if (Array.isArray(value)) return value.length > 0 ? textIn(value[0], depth - 1) : "";
  const byLanguage = new Map(Object.entries(value).map(([name, inner]) => [name.toLowerCase(), inner]));
  const chosen = languages.find((language) => byLanguage.has(language));
  return textIn(chosen === undefined ? byLanguage.values().next().value : byLanguage.get(chosen), depth - 1);
}

/** A line of at most `most` characters, `""` for whatever is none. */
export const line = (most = 300) => anything.transform((value) => oneLine(textIn(value), most));

/** Lines of a list, or of a single value; doubles are left out. */
export const lines = (most = 20, length = 120) =>
  anything.transform((value) => {
    const all = (Array.isArray(value) ? value.slice(0, most * 5) : [value]).map((one) => oneLine(textIn(one), length));
    return [...new Set(all)].filter((one) => one !== "").slice(0, most);
  });

const amountIn = (value: unknown): number | null => {
  const text = textIn(value).trim();
  const found = /^-?\d{1,18}(?:\.\d{1,12})?(?:e[+-]?\d{1,2})?$/i.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(found) ? found : null;
};
/** A finite number, also as text; null for whatever is none. */
export const amount = anything.transform(amountIn);

/** The sum of a list of amounts, or a single one. */
export const totalAmount = anything.transform((value) => {
  const all = (Array.isArray(value) ? value.slice(0, 500) : [value]).map(amountIn).filter((one) => one !== null);
  return all.length === 0 ? null : all.reduce((sum, one) => sum + one, 0);
});

const isDay = (day: string): boolean => !Number.isNaN(Date.parse(`${day}T00:00:00Z`));
function dayIn(value: unknown): string {
  const text = textIn(value).trim();
  const iso = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
  if (iso) return isDay(iso) ? iso : "";
  const american = /^(\d{2})\/(\d{2})\/(\d{4})/.exec(text);
  const german = /^(\d{2})\.(\d{2})\.(\d{4})/.exec(text);
  const day = american
    ? `${american[3]}-${american[1]}-${american[2]}`
    : german
      ? `${german[3]}-${german[2]}-${german[1]}`
      : "";
  if (day !== "") return isDay(day) ? day : "";
  const milliseconds = /^\d{12,13}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isNaN(milliseconds) ? "" : new Date(milliseconds).toISOString().slice(0, 10);
}
/** `YYYY-MM-DD` of ISO, American and German writing and of milliseconds; `""` for whatever is no day. */
export const dayOf = anything.transform(dayIn);
/** Days of a list, earliest first. */
export const daysOf = anything.transform((value) =>
  (Array.isArray(value) ? value.slice(0, 200) : [value])
    .map(dayIn)
    .filter((day) => day !== "")
    .toSorted(),
);

/** The next day of a list from today on, else its last. */
export const nextDay = (days: readonly string[], today: string): string =>
  days.find((day) => day >= today) ?? days.at(-1) ?? "";

/** Rows of a list that parse, at most `most`; `[]` for whatever is no list. */
export const rows = <Row extends z.ZodType>(row: Row, most: number) =>
  anything.transform((value): z.output<Row>[] =>
    (Array.isArray(value) ? value.slice(0, most) : []).flatMap((one) => {
      const parsed = row.safeParse(one);
      return parsed.success ? [parsed.data] : [];
    }),
  );

/** An object, or whatever else as an object without anything. */
export const part = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.preprocess(
    (value) => (typeof value === "object" && value !== null && !Array.isArray(value) ? value : {}),
    z.object(shape),
  );

/** The envelope of an answer. @throws ApiError when it is another one */
export function envelope<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new DataServiceError("failed", "the answer has another shape than expected");
  return parsed.data;
}

/** `{noticeId}` with the UUID in a text, in small letters, or nothing without one. */
export function noticeIdIn(text: string): { noticeId?: string } {
  const found = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(text)?.[0];
  return found === undefined ? {} : { noticeId: found.toLowerCase() };
}

/** A web address out of an answer, else `""`. */
export function webAddress(text: string): string {
  if (!/^https?:\/\//i.test(text) || text.length > 1_000 || !URL.canParse(text)) return "";
  return new URL(text).href;
}

/** Whether one of the words is in the text; no words mean yes. */
export function hasWord(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.length === 0 || words.some((word) => lower.includes(word.toLowerCase()));
}

/** Whether one of the codes begins as one of the wanted ones; nothing wanted means yes. */
export const hasCode = (codes: readonly string[], wanted: readonly string[]): boolean =>
  wanted.length === 0 || wanted.some((one) => codes.some((code) => code.startsWith(codeStem(one))));

/** A CPV code without check digit and trailing zeros: what all codes below it begin with. */
export function codeStem(code: string): string {
  const digits = code.split("-")[0] ?? code;
  let end = digits.length;
  while (end > 2 && digits[end - 1] === "0") end -= 1;
  return digits.slice(0, end);
}

/** A day some days away. */
export const dayFrom = (now: Date, days: number): string =>
  new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);

type Reporter = Pick<ApiTools, "signal" | "reportMissing">;

/**
 * Asks for pages until one is short, none is left or there is enough. A page that fails after the first rows ends the
 * search: what was read until then counts, and is reported as incomplete.
 * @param page the rows of a page and whether another one may follow
 * @throws what the first page throws; the reason of the signal
 */
export async function fetchPages<Row>(
  most: number,
  { signal, reportMissing }: Reporter,
  page: (index: number, soFar: number) => Promise<{ rows: Row[]; hasMore: boolean }>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (let index = 0; all.length < most; index += 1) {
    try {
      const { rows: found, hasMore } = await page(index, all.length);
      all.push(...found);
      if (!hasMore) break;
    } catch (error) {
      signal.throwIfAborted();
      const fault = serviceErrorCodeOf(error);
      if (fault === null || all.length === 0) throw error;
      reportMissing(fault);
      break;
    }
  }
  return all.slice(0, most);
}

/**
 * A detail that an answer can do without: null when it cannot be read. What the service does not know is no fault.
 * @throws the reason of the signal; what is no fault of the service
 */
export async function detailOrNull<Value>(
  { signal, reportMissing }: Reporter,
  read: () => Promise<Value>,
): Promise<Value | null> {
  try {
    return await read();
  } catch (error) {
    signal.throwIfAborted();
    const fault = serviceErrorCodeOf(error);
    if (fault === null) throw error;
    if (fault !== "notFound") reportMissing(fault);
    return null;
  }
}
