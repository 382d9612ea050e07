import { z } from "zod";
import {
  type ApiAdapter,
  DataServiceError,
  codeStem,
  dayFrom,
  dayOf,
  daysOf,
  envelope,
  fetchPages,
  line,
  lines,
  nextDay,
  noticeIdIn,
  rows,
  totalAmount,
  webAddress,
} from "./adapter.ts";
import { tedFields, threeLetters, twoLetters } from "./apiFacts.ts";

/** Without a first day, the archive of all years is searched from its oldest notice on. */
const usualDays = 60;
const pageSize = 100;

const notice = z
  .object({
    "publication-number": line(20),
    "publication-date": dayOf,
    "notice-identifier": line(60),
    "notice-title": line(400),
    "buyer-name": line(200),
    "buyer-country": line(3),
    "classification-cpv": lines(12, 10),
    "deadline-receipt-request": daysOf,
    "deadline-receipt-tender-date-lot": daysOf,
    "procedure-type": line(60),
    "description-lot": line(1_200),
    "estimated-value-lot": totalAmount,
    "estimated-value-cur-lot": lines(3, 3),
    "place-of-performance": lines(3, 60),
  })
  .refine((found) => found["publication-number"] !== "" && found["notice-title"] !== "");

/** Words of a person inside of a question: without what has a meaning there. */
const quoted = (word: string): string => `"${word.replace(/["\\*?()]/g, " ").trim()}"`;
const anyOf = (parts: readonly string[]): string[] =>
  parts.length === 0 ? [] : [parts.length === 1 ? String(parts[0]) : `(${parts.join(" OR ")})`];

/** Tenders of the European Union: https://docs.ted.europa.eu/api/latest/search.html */
export const ted: ApiAdapter<"ted"> = {
  probe: { most: 1 },

  async ask({ cpv, words, from, countries, onlyOpen, numbers, most }, tools) {
    const { url, json, now } = tools;
    const today = now().toISOString().slice(0, 10);
    const wanted =
      numbers.length > 0
        ? anyOf(numbers.map((number) => `publication-number=${number}`))
        : [
            ...anyOf(
              cpv.map((code) => {
                const stem = codeStem(code);
                return `classification-cpv=${stem.length < 8 ? `${stem}*` : stem}`;
              }),
            ),
            ...anyOf(
              countries.map((code) => `buyer-country=${threeLetters[code.toUpperCase()] ?? code.toUpperCase()}`),
            ),
            ...anyOf(words.map((word) => `FT~${quoted(word)}`)),
            ...(onlyOpen ? [`notice-type IN (${tedFields.openTypes.join(" ")})`] : []),
            `PD>=${(from ?? dayFrom(now(), -usualDays)).replaceAll("-", "")}`,
          ];
    const query = `${wanted.join(" AND ")} SORT BY PD DESC`;
    const limit = Math.min(pageSize, numbers.length > 0 ? numbers.length : most);

    let fields: readonly string[] = tedFields.all;
    const ask = async (page: number): Promise<unknown> =>
      json(url("/v3/notices/search"), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          query,
          fields,
          limit,
          page,
          scope: onlyOpen && numbers.length === 0 ? "ACTIVE" : "ALL",
          paginationMode: "PAGE_NUMBER",
        }),
      });
    const found = await fetchPages(numbers.length || most, tools, async (index) => {
      const body = await ask(index + 1).catch((error: unknown) => {
        // A field that was renamed makes TED refuse the whole question; the few that always were there still work.
        if (!(error instanceof DataServiceError) || error.status !== 400 || fields === tedFields.sure) throw error;
        fields = tedFields.sure;
        return ask(index + 1);
      });
      const { notices } = envelope(z.object({ notices: z.array(z.unknown()) }), body);
      return { rows: rows(notice, limit).parse(notices), hasMore: notices.length >= limit };
    });
    const records = found.map((one) => {
      const [currency = "", ...others] = one["estimated-value-cur-lot"];
      // Lots in several currencies have no sum.
      const value = others.length === 0 ? one["estimated-value-lot"] : null;
      const deadlines = [...one["deadline-receipt-tender-date-lot"], ...one["deadline-receipt-request"]].toSorted();
      return {
        id: one["publication-number"],
        ...noticeIdIn(one["notice-identifier"]),
        title: one["notice-title"],
        buyer: one["buyer-name"],
        country: twoLetters[one["buyer-country"]] ?? one["buyer-country"].slice(0, 2),
        place: one["place-of-performance"].join(", "),
        cpv: one["classification-cpv"],
        value,
        currency: value === null ? "" : currency,
        published: one["publication-date"],
        deadline: nextDay(deadlines, today),
        procedure: one["procedure-type"],
        summary: one["description-lot"],
        url: noticeAt(one["publication-number"]),
      };
    });
    const isWanted = ({ deadline }: { deadline: string }): boolean =>
      !onlyOpen || numbers.length > 0 || deadline === "" || deadline >= today;
    return {
      records: records.filter(isWanted),
      url: webAddress(`https://ted.europa.eu/en/search/result?query=${encodeURIComponent(query)}`) || noticeAt(""),
      title: `TED: ${query}`.slice(0, 300),
      publishedAt: null,
    };
  },

  sourceOf: ({ url, title, published }) => ({ url, title, publishedAt: published || null }),
};

const noticeAt = (number: string): string => `https://ted.europa.eu/en/notice/-/detail/${number}`;
