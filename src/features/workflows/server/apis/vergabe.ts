import { setImmediate as breathe } from "node:timers/promises";
import { z } from "zod";
import type { TenderRecord } from "../../apis.ts";
import { ExtractError } from "#src/features/files/server/extract.ts";
import { readZip } from "#src/features/files/server/zip.ts";
import {
  type ApiAdapter,
  DataServiceError,
  detailOrNull,
  type ApiTools,
  dayFrom,
  fetchPages,
  hasCode,
  hasWord,
  noticeIdIn,
} from "./adapter.ts";
import { ocdsRelease, regionsOf, tenderOf } from "./ocds.ts";

/** A day has about 1,000 notices of some ten kilobytes. */
const zipLimits = { entries: 6_000, bytes: 96 * 1024 * 1024 };
/** Notices read between two breaths of the process. */
const stride = 50;
const maxNotices = 6_000;
/** The export has no deadlines; of so many tenders the full notice is read, which has one. */
const detailed = 10;

type Notice = TenderRecord & { release: string; regions: string[] };

const noticeAt = (id: string): string =>
  `https://www.oeffentlichevergabe.de/ui/de/search/details?noticeId=${encodeURIComponent(id)}`;

const releasePackage = z.object({ releases: z.array(z.unknown()) });

async function noticesIn(archive: Uint8Array): Promise<Notice[]> {
  let entries: Map<string, Uint8Array>;
  try {
    entries = readZip(archive, zipLimits, (name) => name.toLowerCase().endsWith(".json"));
  } catch (error) {
    if (error instanceof ExtractError)
      throw new DataServiceError("failed", `the archive cannot be read: ${error.code}`);
    throw error;
  }
  const found: Notice[] = [];
  let count = 0;
  for (const bytes of entries.values()) {
    count += 1;
    if (count % stride === 0) await breathe();
    if (found.length >= maxNotices) break;
    found.push(...releasesIn(bytes));
  }
  return found;
}

function releasesIn(bytes: Uint8Array): Notice[] {
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return [];
  }
  const list = releasePackage.safeParse(body).data?.releases ?? [body];
  return list.slice(0, maxNotices).flatMap((one) => {
    const release = ocdsRelease.safeParse(one).data;
    if (!release || !(release.tag.length === 0 || release.tag.some((tag) => tag.startsWith("tender")))) return [];
    const record = tenderOf(release, "DE", noticeAt(release.id));
    return [{ ...record, ...noticeIdIn(release.id), release: release.id, regions: regionsOf(release) }];
  });
}

/** The day in the notice's XML on which tenders end. */
export function deadlineIn(xml: string): string {
  const from = xml.indexOf("TenderSubmissionDeadlinePeriod>");
  return from < 0 ? "" : (/EndDate>\s{0,9}(\d{4}-\d{2}-\d{2})/.exec(xml.slice(from, from + 400))?.[1] ?? "");
}

/** Tenders of Germany, also small ones: https://oeffentlichevergabe.de/documentation/swagger-ui/opendata/index.html */
export const vergabe: ApiAdapter<"vergabe"> = {
  probe: { days: 1, most: 1 },

  async ask({ cpv, words, days, regions, most }, tools) {
    const today = tools.now().toISOString().slice(0, 10);
    const seen = new Set<string>();
    const found = await fetchPages(most, tools, async (index) => {
      // Today's file is never there yet.
      const notices = await noticesOf(dayFrom(tools.now(), -1 - index), tools);
      const wanted = notices.filter(
        ({ id, title, summary, cpv: codes, regions: at }) =>
          hasCode(codes, cpv) &&
          hasWord(`${title} ${summary}`, words) &&
          (regions.length === 0 || at.some((one) => regions.some((region) => one.startsWith(region)))) &&
          !seen.has(id) &&
          seen.add(id),
      );
      return { rows: wanted, hasMore: index + 1 < days };
    });
    let withDetails = 0;
    const records: TenderRecord[] = [];
    for (const { release, regions: _, ...record } of found) {
      withDetails += record.deadline === "" ? 1 : 0;
      const deadline =
        record.deadline !== "" || withDetails > detailed ? record.deadline : await deadlineOf(release, tools);
      if (deadline === "" || deadline >= today) records.push({ ...record, deadline });
    }
    return {
      records,
      url: "https://www.oeffentlichevergabe.de/ui/de/search",
      title: `Datenservice Öffentlicher Einkauf: ${[...cpv, ...words, ...regions].join(", ") || "alle"}`.slice(0, 300),
      publishedAt: null,
    };
  },

  sourceOf: ({ url, title, published }) => ({ url, title, publishedAt: published || null }),
};

async function noticesOf(day: string, { readUnlessUnchanged, url }: ApiTools): Promise<Notice[]> {
  const asked = url("/api/notice-exports", { pubDay: day, format: "ocds.zip" });
  try {
    return await readUnlessUnchanged(asked, { headers: { accept: "application/zip,*/*;q=0.5" } }, noticesIn);
  } catch (error) {
    // A day without a file: not made yet, or a day without notices.
    if (error instanceof DataServiceError && (error.status === 400 || error.status === 404)) return [];
    throw error;
  }
}

/** `""` when the notice cannot be read: a tender without its deadline is still one. */
const deadlineOf = async (notice: string, tools: ApiTools): Promise<string> =>
  (await detailOrNull(tools, () =>
    tools.cached(`notice ${notice}`, async () => {
      const asked = tools.url(`/api/notices/${encodeURIComponent(notice)}`);
      const xml = await tools.bytes(asked, { headers: { accept: "application/xml,*/*;q=0.5" } });
      return deadlineIn(new TextDecoder().decode(xml));
    }),
  )) ?? "";
