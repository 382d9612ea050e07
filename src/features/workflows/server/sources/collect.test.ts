import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hashOf, localStorage, type FileStorage } from "#src/platform/storage/storage.ts";
import { ExtractError, openExtractor } from "#src/features/files/server/extract.ts";
import { storeFile, readSnapshot } from "#src/features/files/server/usecases.ts";
import { knownLeadsIn } from "../../domain/ownLeads.ts";
import { newEntry } from "#src/features/calendar/contract.ts";
import { createEntry, deleteEntry } from "#src/features/calendar/server/usecases.ts";
import { newLead } from "#src/features/leads/contract.ts";
import { createLeads } from "#src/features/leads/server/usecases.ts";
import { newId } from "#src/kit/ids.ts";
import { openTestDatabase, type TestDatabase } from "#src/testing/database.ts";
import { pngPixel, recordings } from "#src/testing/documents.ts";
import { silence } from "#src/testing/sounds.ts";
import { articleFact, openWebDouble, type WebDouble } from "#src/testing/webDouble.ts";
import { apiRecords, recordsText } from "../../apis.ts";
import type { SourceRequest } from "../../workflow.ts";
import { recordingParts } from "../../domain/recordingParts.ts";
import { busyAnswerIn } from "../../domain/busyAnswer.ts";
import { sharedLengthLimit } from "../../kit/promptRoom.ts";
import { collectSources, isInDomains, type CollectOptions } from "./collect.ts";
import { openFetcher, type Fetcher } from "./fetcher.ts";
import { openSearch, type SearchConfig } from "./search.ts";
import { openSourceStates } from "./sourceStates.ts";
import { type Recording, SpeechError, type SpeechErrorCode } from "../speech/transcribe.ts";

let database: TestDatabase;
let web: WebDouble;
let folder: string;
let storage: FileStorage;
let fetcher: Fetcher;
let userId: string;
const extractor = openExtractor({ idleMs: 60_000 });
const now = (): Date => new Date("2026-11-20T10:00:00Z");

beforeAll(async () => {
  [database, web, folder] = await Promise.all([
    openTestDatabase(),
    openWebDouble(),
    mkdtemp(join(tmpdir(), "pioneer-collect-")),
  ]);
  storage = localStorage(folder);
  for (let index = 0; index < 20; index += 1)
    web.on(`/t${index}`, { type: "text/plain", body: `Text number ${index}. `.repeat(50) });
});
beforeEach(async () => {
  userId = newId();
  await database.db
    .insertInto("user")
    .values({ id: userId, name: "P", email: `${userId}@example.org` })
    .execute();
  fetcher = openFetcher({
    allowHosts: [web.host],
    userAgent: "PioneerBot/0.1 (+x)",
    now,
    log: { debug: () => undefined },
    limits: { gapMs: 0, timeMs: 2_000 },
    extractor: { ...extractor, close: async () => undefined },
  });
});
afterEach(() => fetcher.close());
afterAll(async () => {
  await Promise.all([extractor.close(), web.close(), database.close(), rm(folder, { recursive: true, force: true })]);
});

const search = (config: SearchConfig) =>
  openSearch(config, { fetcher, now, states: openSourceStates(now), limits: { gapMs: 0 } });

const collect = (requests: SourceRequest[], given: Partial<CollectOptions> = {}) =>
  collectSources(requests, {
    research: "web",
    allowedDomains: [],
    blockedDomains: [],
    userId,
    deps: { db: database.db, storage, now, fetcher, search: search({ searxngUrl: web.url("") }) },
    signal: new AbortController().signal,
    ...given,
  });

const file = (name: string, bytes: Uint8Array, owner = userId) =>
  storeFile({ userId: owner, name, bytes }, { db: database.db, storage, now, newId: () => newId(), extractor });

const outcomes = (notes: { outcome: string }[]): string[] => notes.map(({ outcome }) => outcome);

describe("sources of a run", () => {
  test("are files, pages and sitemaps in the requested order, stored by hash", async () => {
    const own = await file("notes.txt", Buffer.from("My own words."));
    const { sources, notes } = await collect([
      { kind: "url", url: web.url("/article") },
      { kind: "file", fileId: own.id },
      { kind: "sitemap", url: web.url("/sitemap.xml") },
    ]);
    expect(sources.map(({ source }) => [source.id, source.url, source.title])).toEqual([
      ["s1", web.url("/article"), "The ferry in numbers"],
      ["s2", `file:${own.id}`, "notes.txt"],
      ["s3", web.url("/sitemap.xml"), "Sitemap of 127.0.0.1"],
    ]);
    expect(sources[0]?.text).toContain(articleFact);
    expect(sources[1]?.text).toBe("My own words.");
    expect(sources[2]?.text.split("\n")).toHaveLength(4);
    for (const { source, text } of sources) {
      expect(source.contentHash).toBe(hashOf(text));
      expect(await readSnapshot({ userId, hash: source.contentHash }, { db: database.db, storage })).toBe(text);
    }
    expect(notes.map(({ outcome, sourceId }) => [outcome, sourceId])).toEqual([
      ["read", "s1"],
      ["read", "s2"],
      ["read", "s3"],
    ]);
  });

  test("are the same when collected again", async () => {
    const requests: SourceRequest[] = [5, 3, 9].map((index) => ({ kind: "url", url: web.url(`/t${index}`) }));
    expect((await collect(requests)).sources).toEqual((await collect(requests)).sources);
  });

  test("from a search skip unreadable and duplicate pages", async () => {
    web.searchFinds(
      ["/article", "/missing", "/private/page", "/to-article", "/t1", "/t2", "/t3"].map((path) => ({
        title: path,
        url: web.url(path),
        snippet: "s",
      })),
    );
    const { sources, notes } = await collect([{ kind: "search", query: "ferry", count: 4 }]);
    expect(sources.map(({ source }) => source.url)).toEqual(["/article", "/t1", "/t2"].map(web.url));
    expect(outcomes(notes)).toEqual(["read", "notFound", "robots", "duplicate", "read", "read"]);
  });

  test("reserve room for requested pages when searches find many", async () => {
    web.searchFinds(
      Array.from({ length: 20 }, (_, index) => ({ title: "t", url: web.url(`/t${index}`), snippet: "" })),
    );
    const { sources } = await collect([
      { kind: "search", query: "a", count: 20 },
      { kind: "search", query: "b", count: 20 },
      { kind: "url", url: web.url("/article") },
    ]);
    expect(sources.length).toBeLessThanOrEqual(12);
    expect(sources.map(({ source }) => source.url)).toContain(web.url("/article"));
    expect(sources.map(({ source }) => source.id)).toEqual(sources.map((_, index) => `s${index + 1}`));
  });

  test("are limited to twelve and share the length limit", async () => {
    const requests: SourceRequest[] = Array.from({ length: 15 }, (_, index) => ({
      kind: "url",
      url: web.url(`/t${index}`),
    }));
    const { sources, notes } = await collect(requests, { limits: { length: 1_200 } });
    expect(sources).toHaveLength(12);
    expect(sources.every(({ text }) => text.length === 100)).toBe(true);
    expect(outcomes(notes).slice(12)).toEqual(["enough", "enough", "enough"]);
  });
});

describe("questions to public services", () => {
  const record = {
    name: "Gohlis",
    label: "Gohlis, Leipzig",
    lat: 51.4,
    lon: 12.4,
    country: "DE",
    region: "",
    type: "suburb",
    box: null,
  };
  const request: SourceRequest = { kind: "api", api: "nominatim", query: { place: "Gohlis" } };
  const source = {
    url: "https://www.openstreetmap.org/",
    title: "Gohlis",
    publisher: "OpenStreetMap, Nominatim",
    publishedAt: null,
    retrievedAt: "2026-11-20T09:59:00Z",
    licence: "ODbL 1.0",
    attribution: "© OpenStreetMap contributors",
  };
  const withApis = (apis: CollectOptions["deps"]["apis"]): Partial<CollectOptions> => ({
    deps: { db: database.db, storage, now, fetcher, search: search({}), ...(apis ? { apis } : {}) },
  });

  test("become whole sources with licence and attribution, kept by hash, beside twelve others", async () => {
    const long = Array.from({ length: 400 }, () => record);
    const pages: SourceRequest[] = Array.from({ length: 12 }, (_, index) => ({
      kind: "url",
      url: web.url(`/t${index}`),
    }));
    const answer = { outcome: "read" as const, sources: [{ source, text: recordsText(long) }] };
    const { sources, notes } = await collect([request, ...pages], {
      ...withApis({ ask: async () => answer }),
      limits: { length: 1_200 },
    });
    expect(sources).toHaveLength(13);
    expect(sources[0]?.source).toMatchObject({ id: "s1", ...source });
    expect(apiRecords("nominatim", sources[0]?.text ?? "")).toHaveLength(400);
    expect(
      await readSnapshot({ userId, hash: sources[0]?.source.contentHash ?? "" }, { db: database.db, storage }),
    ).toBe(sources[0]?.text);
    expect(notes[0]).toEqual({ request, outcome: "read", detail: source.url, sourceId: "s1" });
  });

  test.each(["nothingFound", "limited", "refused", "failed", "notConfigured"] as const)(
    "leave a note when the outcome is %s",
    async (outcome) => {
      const { sources, notes } = await collect([request], withApis({ ask: async () => ({ outcome, sources: [] }) }));
      expect(sources).toEqual([]);
      expect(notes).toEqual([{ request, outcome, detail: "nominatim" }]);
    },
  );

  test("leave a note beside their records when the answer is incomplete", async () => {
    const answer = {
      outcome: "read" as const,
      missing: "limited" as const,
      sources: [{ source, text: recordsText([record]) }],
    };
    const { sources, notes } = await collect([request], withApis({ ask: async () => answer }));
    expect(sources).toHaveLength(1);
    expect(outcomes(notes)).toEqual(["read", "incomplete"]);
  });

  test("are not asked when the person wants no research", async () => {
    const ask = () => Promise.reject(new Error("asked"));
    const { notes } = await collect([request], { ...withApis({ ask }), research: "myFilesOnly" });
    expect(outcomes(notes)).toEqual(["researchOff"]);
  });
});

describe("source collection", () => {
  test.each<[string, string, string]>([
    ["/missing", "notFound", ""],
    ["/private/page", "robots", ""],
    ["/picture", "unsupported", ""],
    ["http://169.254.169.254/latest", "blocked", ""],
    ["ftp://example.org/", "blocked", ""],
  ])("skips %s and reports %s", async (url, outcome) => {
    const address = url.startsWith("/") ? web.url(url) : url;
    const { sources, notes } = await collect([{ kind: "url", url: address }]);
    expect(sources).toEqual([]);
    expect(notes).toEqual([{ request: { kind: "url", url: address }, outcome, detail: address }]);
  });

  test("skips all web sources when web research is off, while own files are still read", async () => {
    const own = await file("a.txt", Buffer.from("mine"));
    const requests: SourceRequest[] = [
      { kind: "url", url: web.url("/article") },
      { kind: "sitemap", url: web.url("/sitemap.xml") },
      { kind: "search", query: "x", count: 3 },
      { kind: "file", fileId: own.id },
    ];
    for (const research of ["none", "myFilesOnly"] as const) {
      const before = web.requests.length;
      const { sources, notes } = await collect(requests, { research });
      expect(outcomes(notes)).toEqual(["researchOff", "researchOff", "researchOff", "read"]);
      expect(sources).toHaveLength(1);
      expect(web.requests.length).toBe(before);
    }
  });

  test("skips pages of unwanted domains, whether requested, found or redirected to", async () => {
    web.searchFinds([{ title: "t", url: web.url("/t1"), snippet: "" }]);
    const requests: SourceRequest[] = [
      { kind: "url", url: web.url("/t2") },
      { kind: "search", query: "x", count: 3 },
    ];
    expect(outcomes((await collect(requests, { blockedDomains: ["127.0.0.1"] })).notes)).toEqual([
      "domainUnwanted",
      "nothingFound",
    ]);
    expect(outcomes((await collect(requests, { allowedDomains: ["example.org"] })).notes)).toEqual([
      "domainUnwanted",
      "nothingFound",
    ]);
    const redirect = web.url(`/redirect?to=${encodeURIComponent("http://blocked.example/")}`);
    expect(
      outcomes((await collect([{ kind: "url", url: redirect }], { blockedDomains: ["blocked.example"] })).notes),
    ).toEqual(["blocked"]);
  });

  test("skips a search that is not configured or fails", async () => {
    const deps = { db: database.db, storage, now, fetcher, search: search({}) };
    expect(outcomes((await collect([{ kind: "search", query: "x", count: 3 }], { deps })).notes)).toEqual([
      "notConfigured",
    ]);
    web.searchFails(429);
    expect(outcomes((await collect([{ kind: "search", query: "x", count: 3 }])).notes)).toEqual(["limited"]);
    web.searchFails(null);
  });

  test("skips a file without text, a deleted one and another user's", async () => {
    const other = newId();
    await database.db
      .insertInto("user")
      .values({ id: other, name: "O", email: `${other}@example.org` })
      .execute();
    const [picture, theirs] = await Promise.all([file("p.png", pngPixel), file("t.txt", Buffer.from("theirs"), other)]);
    const { sources, notes } = await collect(
      [picture.id, theirs.id, newId()].map((fileId) => ({ kind: "file", fileId })),
    );
    expect(outcomes(notes)).toEqual(["noText", "notFound", "notFound"]);
    expect(sources).toEqual([]);
  });

  test("skips a page that times out and keeps other sources", async () => {
    const { sources, notes } = await collect(
      [
        { kind: "url", url: web.url("/t1") },
        { kind: "url", url: web.url("/silent") },
      ],
      { limits: { timeMs: 5_000 } },
    );
    expect(outcomes(notes)).toEqual(["read", "timeout"]);
    expect(sources).toHaveLength(1);
  });

  test("ends immediately when the run is cancelled", async () => {
    const stop = new AbortController();
    const work = collect([{ kind: "url", url: web.url("/silent") }], { signal: stop.signal });
    setTimeout(() => stop.abort(new Error("cancelled")), 100);
    await expect(work).rejects.toThrow("cancelled");
  });
});

describe("collection rules", () => {
  test("match a domain and its subdomains in any notation", () => {
    for (const domain of [
      "example.org",
      "https://example.org/path",
      "www.example.org",
      "*.example.org",
      " EXAMPLE.org:443 ",
    ]) {
      expect([isInDomains("example.org", [domain]), isInDomains("a.b.example.org.", [domain])]).toEqual([true, true]);
      expect([isInDomains("badexample.org", [domain]), isInDomains("example.org.evil.net", [domain])]).toEqual([
        false,
        false,
      ]);
    }
    expect(isInDomains("example.org", ["", "  "])).toBe(false);
  });

  test("distribute the length limit fully and fairly", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(5_000), { maxLength: 20 }),
        fc.integer({ min: 20, max: 20_000 }),
        (lengths, total) => {
          const longest = sharedLengthLimit(lengths, total);
          const used = lengths.reduce((sum, length) => sum + Math.min(length, longest), 0);
          expect(used).toBeLessThanOrEqual(total);
          if (lengths.some((length) => length > longest)) expect(used).toBeGreaterThan(total - lengths.length);
        },
      ),
    );
  });
});

describe("speech", () => {
  const bytes = recordings["talk.mp3"] ?? new Uint8Array();
  const heard = (fileId: string): SourceRequest => ({ kind: "speech", fileId, language: "en", words: ["Nordhaus"] });
  const withTranscriber = (
    transcribe: (recording: Recording) => Promise<{ from: number; to: number; speaker: string; text: string }[]>,
  ) => ({
    deps: { db: database.db, storage, now, fetcher, search: search({}), transcriber: { transcribe } },
  });

  test("of a recording is a source with times, kept by its hash, also where the web is not read", async () => {
    const own = await file("talk.mp3", bytes);
    const seen: Recording[] = [];
    const { sources, notes } = await collect([heard(own.id)], {
      research: "none",
      ...withTranscriber(async (recording) => {
        seen.push(recording);
        return [{ from: 61, to: 64, speaker: "A", text: "Good\u200b morning." }];
      }),
    });
    expect(outcomes(notes)).toEqual(["read"]);
    expect(sources[0]).toMatchObject({
      source: { url: `file:${own.id}`, title: "talk.mp3" },
      text: "[00:01:01.000 – 00:01:04.000 A] Good morning.",
    });
    expect(seen[0]).toMatchObject({ name: "talk.mp3", mediaType: "audio/mpeg", language: "en", words: ["Nordhaus"] });
    expect(Buffer.from(seen[0]?.bytes ?? []).equals(Buffer.from(bytes))).toBe(true);
    const hash = sources[0]?.source.contentHash ?? "";
    expect(await readSnapshot({ userId, hash }, { db: database.db, storage })).toBe(
      "[00:01:01.000 – 00:01:04.000 A] Good morning.",
    );
  });

  test("is planned: a text is read, a picture holds nothing, a recording is heard whole or in parts", async () => {
    const plan = (fileId: string): SourceRequest => ({ kind: "recording", fileId });
    const files = [
      await file("talk.txt", Buffer.from("Ada: Hello.")),
      await file("scan.png", pngPixel),
      await file("note.mp3", bytes),
      await file("other.ogg", recordings["talk.ogg"] ?? bytes),
      await file("board.wav", await silence("wav", 2776)),
    ];
    const { sources, notes } = await collect(files.map(({ id }) => plan(id)));
    expect(outcomes(notes)).toEqual(["read", "noText", "read", "read", "read"]);
    expect(sources.map(({ text }) => text)).toEqual([
      "Ada: Hello.",
      "[]",
      "[]",
      JSON.stringify(recordingParts({ seconds: 2776, bytes: 44_416_044, isVideo: false })),
    ]);
  });

  test("of a part is cut, heard with its times, and named with its place; of a text or a picture it is nothing", async () => {
    const own = await file("board.wav", await silence("wav", 2776));
    const seen: Recording[] = [];
    const { deps } = withTranscriber(async (recording) => {
      seen.push(recording);
      return [{ from: 1, to: 3, speaker: "", text: "Hello." }];
    });
    const cut = async ({ cut: { from, to } }: { cut: { from: number; to: number } }) => ({
      bytes: new TextEncoder().encode(`${from} to ${to}`),
      mediaType: "audio/ogg",
      ending: "ogg",
    });
    const part = { ...heard(own.id), part: { from: 1387, to: 2776 } };
    const { sources } = await collect([part], { deps: { ...deps, cut } });
    expect(sources[0]).toMatchObject({
      source: { url: `file:${own.id}#t=1387` },
      text: "[00:23:08.000 – 00:23:10.000] Hello.",
    });
    expect(seen[0]).toMatchObject({ name: "board.ogg", mediaType: "audio/ogg" });
    expect(new TextDecoder().decode(seen[0]?.bytes)).toBe("1387 to 2776");
    const broken = async () => Promise.reject(new ExtractError("unreadable", "x"));
    expect(outcomes((await collect([part], { deps: { ...deps, cut: broken } })).notes)).toEqual(["unsupported"]);
    const picture = await file("scan.png", pngPixel);
    expect(outcomes((await collect([heard(picture.id)], { deps })).notes)).toEqual(["notFound"]);
    expect(seen).toHaveLength(1);
  });

  test("of somebody else's recording is not heard", async () => {
    const own = await file("talk.mp3", bytes);
    const stranger = newId();
    const ask = withTranscriber(() => Promise.reject(new Error("asked")));
    expect(outcomes((await collect([heard(own.id)], { ...ask, userId: stranger })).notes)).toEqual(["notFound"]);
  });

  test("may take longer than other reading", async () => {
    const own = await file("talk.mp3", bytes);
    const slow = withTranscriber(async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      return [{ from: 0, to: 1, speaker: "", text: "Hello." }];
    });
    expect(outcomes((await collect([heard(own.id)], { ...slow, limits: { timeMs: 200 } })).notes)).toEqual(["read"]);
  });

  test.each<[SpeechErrorCode, string]>([
    ["refused", "refused"],
    ["tooBig", "tooBig"],
    ["unreadable", "unsupported"],
    ["limited", "limited"],
    ["timeout", "timeout"],
    ["unreachable", "unreachable"],
    ["invalidAnswer", "failed"],
  ])("that fails (%s) is told and no error", async (code, outcome) => {
    const own = await file("talk.mp3", bytes);
    const fails = withTranscriber(() => Promise.reject(new SpeechError(code, "x")));
    const { sources, notes } = await collect([heard(own.id)], fails);
    expect([sources, outcomes(notes)]).toEqual([[], [outcome]]);
  });

  test("without a service, and without a word, brings nothing; a cancelled run ends", async () => {
    const own = await file("talk.mp3", bytes);
    expect(outcomes((await collect([heard(own.id)])).notes)).toEqual(["notConfigured"]);
    expect(
      outcomes(
        (
          await collect(
            [heard(own.id)],
            withTranscriber(async () => []),
          )
        ).notes,
      ),
    ).toEqual(["noText"]);
    const controller = new AbortController();
    const hangs = withTranscriber(async () => {
      controller.abort(new Error("cancelled"));
      throw new SpeechError("timeout", "x");
    });
    await expect(collect([heard(own.id)], { ...hangs, signal: controller.signal })).rejects.toThrow("cancelled");
  });
});

test("own leads are read with what a message needs, and nobody else's", async () => {
  const stored = (owner: string, name: string) =>
    createLeads(
      owner,
      [
        newLead.parse({
          name,
          email: [`hello@${name}.example`],
          doNotContact: name === "shut",
          customFields: { secret: "x" },
        }),
      ],
      { db: database.db, now, newId },
    );
  const otherId = newId();
  await database.db
    .insertInto("user")
    .values({ id: otherId, name: "Q", email: `${otherId}@example.org` })
    .execute();
  const [[own], [shut], [foreign]] = await Promise.all([
    stored(userId, "own"),
    stored(userId, "shut"),
    stored(otherId, "foreign"),
  ]);
  const ids = [own?.id ?? "", shut?.id ?? "", foreign?.id ?? "", newId()];
  const { sources } = await collect([{ kind: "leads", ids }], { research: "none" });
  const found = JSON.parse(sources[0]?.text ?? "[]") as { name: string; shut: boolean; email: string }[];
  expect(found.map(({ name, shut: isShut }) => `${name} ${isShut}`).toSorted()).toEqual(["own false", "shut true"]);
  expect(sources[0]?.text).not.toContain("secret");
  const { notes } = await collect([{ kind: "leads", ids: [foreign?.id ?? ""] }]);
  expect(notes).toMatchObject([{ outcome: "notFound" }]);
  const all = await collect([{ kind: "leads", ids: "all" }], { research: "none" });
  expect(knownLeadsIn(all.sources[0]?.text ?? "").map(({ email }) => email[0])).toEqual(
    expect.arrayContaining(["hello@own.example", "hello@shut.example"]),
  );
  expect(all.sources[0]?.text).not.toMatch(/secret|foreign/);
});

describe("calendars", () => {
  const period = { from: "2027-03-20T00:00:00Z", to: "2027-04-10T00:00:00Z", zone: "Europe/Berlin" };
  const answerOf = (sources: { text: string }[]) => {
    const answer = busyAnswerIn(sources[0]?.text ?? null);
    const busy = answer?.busy.map((times) => times.map((ms) => new Date(ms).toISOString().slice(0, 16)).join(" "));
    return { ...answer, busy };
  };
  const enter = (owner: string, entry: object) =>
    createEntry(
      owner,
      newEntry.parse({
        type: "1000",
        title: "Chemotherapy",
        start: "2027-03-22T09:00:00Z",
        end: "2027-03-22T10:00:00Z",
        ...entry,
      }),
      { db: database.db, now, newId },
    );

  test("the own one answers when it is busy, over a change of clocks, and nothing else of it", async () => {
    const weekly = { start: "2027-03-04T09:00:00Z", end: "2027-03-04T10:00:00Z", rrule: "FREQ=WEEKLY;COUNT=5" };
    await Promise.all([
      enter(userId, {}),
      enter(userId, { ...weekly, exdates: ["2027-03-25T09:00:00Z"] }),
      enter(userId, {
        type: "7040",
        allDay: true,
        start: "2027-03-27T23:00:00Z",
        end: "2027-03-28T22:00:00Z",
      }),
      // What is due, published or only noted for a day leaves the person free, and so does what is over.
      enter(userId, { type: "2010", start: "2027-03-23T09:00:00Z", end: "2027-03-23T10:00:00Z" }),
      enter(userId, { type: "3010", start: "2027-03-23T09:00:00Z", end: "2027-03-23T10:00:00Z" }),
      enter(userId, { type: "2000", allDay: true, start: "2027-03-23T23:00:00Z", end: "2027-03-24T23:00:00Z" }),
      enter(userId, { start: "2027-03-10T09:00:00Z", end: "2027-03-10T10:00:00Z" }),
    ]);
    const gone = await enter(userId, { start: "2027-03-24T09:00:00Z", end: "2027-03-24T10:00:00Z" });
    await deleteEntry(userId, gone.id, { db: database.db, now });
    const { sources, notes } = await collect([{ kind: "calendar", ...period }], { research: "none" });
    expect(outcomes(notes)).toEqual(["read"]);
    expect(answerOf(sources)).toEqual({
      readAt: now().toISOString(),
      busy: [
        "2027-03-22T09:00 2027-03-22T10:00",
        // The whole day on which the clocks change has 23 hours.
        "2027-03-27T23:00 2027-03-28T22:00",
        // Ten o'clock in Berlin is an hour earlier in summer.
        "2027-04-01T08:00 2027-04-01T09:00",
      ],
      unread: 0,
      unknownZones: [],
      isCut: false,
    });
    expect(JSON.stringify([sources, notes])).not.toContain("Chemotherapy");
  });

  test("the own one never tells of another person, and reaches no further than a window with its series", async () => {
    const otherId = newId();
    await database.db
      .insertInto("user")
      .values({ id: otherId, name: "Q", email: `${otherId}@example.org` })
      .execute();
    await enter(otherId, {});
    await enter(userId, { start: "2029-03-22T09:00:00Z", end: "2029-03-22T10:00:00Z" });
    const { sources } = await collect([{ kind: "calendar", ...period, to: "2030-01-01T00:00:00Z" }]);
    expect(answerOf(sources).busy).toEqual([]);
  });

  const feed = (path: string): SourceRequest => ({ kind: "feed", url: web.url(path), ...period });
  const event = "BEGIN:VEVENT\r\nSUMMARY:Divorce lawyer\r\nDTSTART:20270322T090000Z\r\nDURATION:PT1H\r\nEND:VEVENT";

  test("a feed is read without research and past rules for crawlers; its titles and its address stay out", async () => {
    web.on("/robots.txt", { type: "text/plain", body: "User-agent: *\nDisallow: /" });
    web.on("/secret-key/basic.ics", {
      type: "text/calendar; charset=utf-8",
      body: `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${event}\r\nEND:VCALENDAR\r\n`,
    });
    const { sources, notes } = await collect([feed("/secret-key/basic.ics")], { research: "none" });
    expect(outcomes(notes)).toEqual(["read"]);
    expect(answerOf(sources).busy).toEqual(["2027-03-22T09:00 2027-03-22T10:00"]);
    const { request: _, ...note } = notes[0] ?? { request: null };
    expect(JSON.stringify([sources, note])).not.toMatch(/Divorce|secret-key/);
    web.on("/robots.txt", { status: 404 });
  });

  test("a feed that is missing, or no calendar, brings nothing and says why", async () => {
    web.on("/sign-in.ics", { type: "text/html", body: "<p>BEGIN:VCALENDAR? Sign in first.</p>" });
    const { sources, notes } = await collect([feed("/no-such.ics"), feed("/sign-in.ics")], { research: "none" });
    expect(sources).toEqual([]);
    expect(outcomes(notes)).toEqual(["notFound", "unsupported"]);
    const unwanted = await collect([feed("/secret-key/basic.ics")], { blockedDomains: ["127.0.0.1"] });
    expect(outcomes(unwanted.notes)).toEqual(["domainUnwanted"]);
  });

  test("a feed on a private network is not fetched", async () => {
    const { notes } = await collect([{ kind: "feed", url: "http://10.0.0.1/a.ics", ...period }]);
    expect(outcomes(notes)).toEqual(["blocked"]);
  });
});
