import { z } from "zod";
import { type ApiAdapter, dayFrom, envelope, fetchPages, hasCode, hasWord, line, part, rows } from "./adapter.ts";
import { ocdsRelease, tenderOf } from "./ocds.ts";

const pageSize = 100;
/** It has no search: what was changed since a day is read and looked through here, at most this many pages. */
const maxPages = 8;
const usualDays = 14;

const noticeAt = (id: string): string => `https://www.find-tender.service.gov.uk/Notice/${encodeURIComponent(id)}`;

/** Tenders of the United Kingdom: https://www.find-tender.service.gov.uk/apidocumentation */
export const findTender: ApiAdapter<"findTender"> = {
  probe: { most: 1, words: ["a"] },

  async ask({ cpv, words, from, most }, tools) {
    const { url, json, now } = tools;
    const today = now().toISOString().slice(0, 10);
    let cursor: string | undefined;
    let pages = 0;
    const records = await fetchPages(most, tools, async () => {
      pages += 1;
      const asked = url("/api/1.0/ocdsReleasePackages", {
        limit: pageSize,
        stages: "tender",
        // Times without a zone: it refuses those with one.
        updatedFrom: `${from ?? dayFrom(now(), -usualDays)}T00:00:00`,
        cursor,
      });
      const body = envelope(
        z.object({ releases: z.array(z.unknown()), links: part({ next: line(2_000) }) }),
        await json(asked),
      );
      // The address of the next page is theirs to choose; we take its cursor and stay where we are.
      const next = URL.parse(body.links.next)?.searchParams.get("cursor") ?? "";
      cursor = next;
      const found = rows(ocdsRelease, pageSize)
        .parse(body.releases)
        .map((release) => tenderOf(release, "GB", noticeAt(release.id)))
        .filter(
          ({ cpv: codes, title, summary, deadline }) =>
            hasCode(codes, cpv) && hasWord(`${title} ${summary}`, words) && (deadline === "" || deadline >= today),
        );
      return { rows: found, hasMore: next !== "" && pages < maxPages };
    });
    const seen = new Set<string>();
    return {
      records: records.filter(({ id }) => !seen.has(id) && seen.add(id)),
      url: "https://www.find-tender.service.gov.uk/Search",
      title: `Find a Tender: ${[...cpv, ...words].join(", ") || "all"}`,
      publishedAt: null,
    };
  },

  sourceOf: ({ url, title, published }) => ({ url, title, publishedAt: published || null }),
};
