import { z } from "zod";
import type { FundingRecord } from "../../apis.ts";
import {
  type ApiAdapter,
  type ApiTools,
  amount,
  dayOf,
  detailOrNull,
  envelope,
  fetchPages,
  line,
  part,
  rows,
} from "./adapter.ts";

const pageSize = 50;
const words4 = { forthcoming: "forecasted", open: "posted" } as const;

const hit = z
  .object({
    id: line(20),
    number: line(80),
    title: line(400),
    agency: line(200),
    agencyName: line(200),
    openDate: dayOf,
    closeDate: dayOf,
    oppStatus: line(20),
  })
  .refine(({ id, title }) => id !== "" && title !== "");

const described = part({
  synopsisDesc: line(2_500),
  forecastDesc: line(2_500),
  awardCeiling: amount,
  responseDate: dayOf,
});
const detail = z.object({ data: part({ synopsis: described, forecast: described }) });

const post = (body: unknown) => ({
  method: "POST" as const,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

const envelopeOfHits = z.object({ data: z.object({ oppHits: z.array(z.unknown()) }) });

/** Grants of the United States: https://grants.gov/api/api-guide */
export const grantsGov: ApiAdapter<"grantsGov"> = {
  probe: { words: ["research"], most: 1, details: 0 },

  async ask({ words, statuses, most, details }, tools) {
    const today = tools.now().toISOString().slice(0, 10);
    const found = await fetchPages(most, tools, async (_, startRecordNum) => {
      const size = Math.min(pageSize, most - startRecordNum);
      const asked = post({
        keyword: words.join(" "),
        rows: size,
        startRecordNum,
        oppStatuses: statuses.map((status) => words4[status]).join("|"),
        sortBy: "openDate|desc",
      });
      const body = envelope(envelopeOfHits, await tools.json(tools.url("/v1/api/search2"), asked));
      const hits = body.data.oppHits;
      return { rows: rows(hit, size).parse(hits), hasMore: hits.length >= size };
    });
    const open = found.filter(({ closeDate }) => closeDate === "" || closeDate >= today);
    const records: FundingRecord[] = [];
    for (const [index, one] of open.entries()) {
      const more = index < details ? await detailsOf(one.id, tools) : null;
      const maxGrant = more?.awardCeiling || null;
      records.push({
        id: one.number || one.id,
        title: one.title,
        programme: "",
        authority: one.agencyName || one.agency,
        country: "US",
        status: one.oppStatus === "posted" ? "open" : one.oppStatus === "forecasted" ? "forthcoming" : "unknown",
        opens: one.openDate,
        deadline: one.closeDate || (more?.responseDate ?? ""),
        rate: null,
        maxGrant,
        currency: maxGrant === null ? "" : "USD",
        text: more?.text ?? "",
        url: `https://www.grants.gov/search-results-detail/${encodeURIComponent(one.id)}`,
      });
    }
    return {
      records,
      url: "https://www.grants.gov/search-grants",
      title: `Grants.gov: ${words.join(", ") || "all"}`.slice(0, 300),
      publishedAt: null,
    };
  },

  sourceOf: ({ url, title, opens }) => ({ url, title, publishedAt: opens || null }),
};

/** Null when it cannot be read: amounts are a help, no condition. */
const detailsOf = (
  id: string,
  tools: ApiTools,
): Promise<{ text: string; awardCeiling: number | null; responseDate: string } | null> =>
  detailOrNull(tools, async () => {
    const asked = post({ opportunityId: /^\d{1,12}$/.test(id) ? Number(id) : id });
    const body = await tools.json(tools.url("/v1/api/fetchOpportunity"), asked);
    const { synopsis, forecast } = envelope(detail, body).data;
    const text = synopsis.synopsisDesc || forecast.forecastDesc;
    return {
      text,
      awardCeiling: synopsis.awardCeiling ?? forecast.awardCeiling,
      responseDate: synopsis.responseDate || forecast.responseDate,
    };
  });
