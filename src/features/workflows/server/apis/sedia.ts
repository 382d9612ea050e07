import { randomUUID } from "node:crypto";
import { z } from "zod";
import {
  type ApiAdapter,
  amount,
  dayOf,
  daysOf,
  envelope,
  fetchPages,
  line,
  lines,
  nextDay,
  oneLine,
  part,
  rows,
} from "./adapter.ts";
import { sediaCodes, unionProgrammes } from "./apiFacts.ts";

const pageSize = 50;
/** What is not wanted is sorted out here, so a page may bring less than it holds. */
const maxPages = 6;

const hit = z
  .object({
    language: line(5),
    summary: line(1_200),
    metadata: part({
      identifier: line(120),
      title: line(400),
      callTitle: line(300),
      language: line(5),
      status: lines(5, 20),
      deadlineDate: daysOf,
      startDate: dayOf,
      descriptionByte: line(2_500),
      budgetOverview: z.unknown().optional(),
    }),
  })
  .refine(({ metadata }) => metadata.identifier !== "" && metadata.title !== "");

/** Parts of a form, each a JSON file of its own: sent in any other way, the filters are ignored. */
function multipart(parts: Readonly<Record<string, unknown>>): { headers: Record<string, string>; body: string } {
  const boundary = `pioneer-${randomUUID()}`;
  const body = Object.entries(parts).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="blob"\r\n` +
      `Content-Type: application/json\r\n\r\n${JSON.stringify(value)}\r\n`,
  );
  return {
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    body: `${body.join("")}--${boundary}--\r\n`,
  };
}

const action = z.object({ action: line(300), maxContribution: amount });
const budget = z.object({ budgetTopicActionMap: z.record(z.string(), rows(action, 50)) });

/** The largest grant for a topic: the budget is JSON inside of a text. */
function maxGrantOf(overview: unknown, identifier: string): number | null {
  const [first] = Array.isArray(overview) ? overview : [overview];
  if (typeof first !== "string" || first.length > 500_000) return null;
  try {
    const actions = Object.values(budget.parse(JSON.parse(first)).budgetTopicActionMap).flat();
    const own = actions.filter((one) => one.action.startsWith(identifier)).map((one) => one.maxContribution ?? 0);
    const most = Math.max(0, ...own);
    return most > 0 ? most : null;
  } catch {
    return null;
  }
}

/** Calls of the European Union, from the search behind its Funding & Tenders Portal. */
export const sedia: ApiAdapter<"sedia"> = {
  probe: { words: ["energy"], most: 1 },

  async ask({ words, statuses, most }, tools) {
    const { url, json, now } = tools;
    const today = now().toISOString().slice(0, 10);
    const wanted = statuses.map((status) => sediaCodes.status[status]);
    const seen = new Set<string>();
    const found = await fetchPages(most, tools, async (index) => {
      const asked = url("/search-api/prod/rest/search", {
        apiKey: sediaCodes.apiKey,
        text: words.join(" ") || "***",
        pageSize,
        pageNumber: index + 1,
      });
      const form = multipart({
        query: { bool: { must: [{ terms: { type: sediaCodes.types } }, { terms: { status: wanted } }] } },
        languages: ["en"],
        ...(words.length > 0 ? {} : { sort: { field: "startDate", order: "DESC" } }),
      });
      const { results } = envelope(
        z.object({ results: z.array(z.unknown()) }),
        await json(asked, { method: "POST", ...form }),
      );
      const calls = rows(hit, pageSize)
        .parse(results)
        .filter(
          ({ language, metadata }) =>
            [language || metadata.language, "en"].every((one) => one === "" || one === "en") &&
            metadata.status.some((code) => wanted.includes(code)) &&
            !seen.has(metadata.identifier) &&
            seen.add(metadata.identifier),
        );
      return { rows: calls, hasMore: results.length >= pageSize && index + 1 < maxPages };
    });
    const records = found
      .map(({ metadata, summary }) => {
        const [prefix = ""] = metadata.identifier.split("-");
        const isOpen = metadata.status.includes(sediaCodes.status.open);
        const maxGrant = maxGrantOf(metadata.budgetOverview, metadata.identifier);
        return {
          id: metadata.identifier,
          title: metadata.title,
          programme: unionProgrammes[prefix.toUpperCase()] ?? metadata.callTitle,
          authority: "European Commission",
          country: "EU",
          status: isOpen ? ("open" as const) : ("forthcoming" as const),
          opens: metadata.startDate,
          deadline: nextDay(metadata.deadlineDate, today),
          rate: null,
          maxGrant,
          currency: maxGrant === null ? "" : "EUR",
          text: metadata.descriptionByte || summary,
          url: callAt(metadata.identifier),
        };
      })
      .filter(({ deadline }) => deadline === "" || deadline >= today);
    return {
      records,
      url: "https://ec.europa.eu/info/funding-tenders/opportunities/portal/screen/opportunities/calls-for-proposals",
      title: oneLine(`EU Funding & Tenders Portal: ${words.join(", ") || "all calls"}`),
      publishedAt: null,
    };
  },

  sourceOf: ({ url, title, opens }) => ({ url, title, publishedAt: opens || null }),
};

const callAt = (identifier: string): string =>
  `https://ec.europa.eu/info/funding-tenders/opportunities/portal/screen/opportunities/topic-details/${encodeURIComponent(identifier.toLowerCase())}`;
