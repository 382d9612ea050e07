import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { apiNames, apiRecords } from "../../apis.ts";
import { vergabeWire } from "#src/testing/apiDoubles/tenders.ts";
import type { Mishap } from "#src/testing/apiDoubles/server.ts";
import { adapters } from "./adapters.ts";
import { openSourceStates } from "../sources/sourceStates.ts";
import { openApis } from "./openApis.ts";
import {
  doubles,
  fetcher,
  now,
  open,
  recordsFor,
  requestTo,
  signal,
  states,
  textOf,
  withDoubles,
} from "./apisFixture.ts";

withDoubles();

describe("answers over the wire", () => {
  test("Nominatim: places with country, region and box", async () => {
    expect(await recordsFor("nominatim")).toEqual([
      {
        name: "Gohlis",
        label: "Gohlis, Leipzig, Sachsen, 04155, Deutschland",
        lat: 51.3663,
        lon: 12.3655,
        country: "DE",
        region: "Sachsen",
        type: "suburb",
        box: [51.3488, 51.3837, 12.3412, 12.3869],
        osm: "r1584010",
      },
      expect.objectContaining({ name: "Gohlis bei Riesa", region: "Landkreis Meißen", box: null, osm: "n42" }),
    ]);
  });

  test("Overpass: businesses with their tags, ways by their middle, nothing without a place", async () => {
    const found = await recordsFor("overpass");
    expect(found.map(({ id, lat }) => [id, lat])).toEqual([
      ["n101", 51.3717],
      ["w7", 51.3618],
    ]);
    expect(found[0]?.tags["contact:email"]).toBe("post@fuchsien-apotheke.example");
  });

  test("Overpass: within a border or a box in place of a circle", async () => {
    const around = { lat: 51.3663, lon: 12.3655, radius: 3_000, tags: ["amenity=pharmacy"], most: 100 };
    for (const [more, within] of [
      [{ area: 3_601_584_010 }, 'area(3601584010)->.a;(nwr["name"]["amenity"="pharmacy"](area.a););'],
      [{ box: [51.3, 12.3, 51.4, 12.4] }, "(51.300000,12.300000,51.400000,12.400000)"],
    ] as const) {
      const answer = await open().ask(requestTo("overpass", { query: { ...around, ...more } }), signal);
      expect(apiRecords("overpass", textOf(answer))?.map(({ id }) => id)).toEqual(["n101"]);
      const asked = new URLSearchParams(doubles.of("overpass").seen.at(-1)?.body).get("data");
      expect(asked).toContain(within);
      expect(asked).not.toContain("around");
    }
  });

  test("Overpass: a search that was broken off is no empty answer", async () => {
    doubles.of("overpass").answer(() => ({ body: { elements: [], remark: "runtime error: Query timed out" } }));
    expect(await open().ask(requestTo("overpass"), signal)).toMatchObject({ outcome: "failed" });
  });

  test("TED: maps by language, values of lots, the next deadline, buyer's country in two letters", async () => {
    const [german, french] = await recordsFor("ted");
    expect(german).toEqual({
      id: "593909-2026",
      noticeId: "0b1d4c7e-9f3a-4d21-8c55-6f1e2a3b4c5d",
      title: "Germany – Cargo bicycles – Supply of 14 cargo bikes",
      buyer: "Stadt Köln, Zentrales Vergabeamt",
      country: "DE",
      place: "DEA23, DEU",
      cpv: ["34430000", "50100000"],
      value: 88_000,
      currency: "EUR",
      published: "2026-11-18",
      deadline: "2026-12-01",
      procedure: "open",
      summary: "Los 1: acht Räder mit Kühlbox.",
      url: "https://ted.europa.eu/en/notice/-/detail/593909-2026",
    });
    // Lots in two currencies have no sum; without a deadline it may still be open.
    expect(french).toMatchObject({ country: "FR", value: null, currency: "", deadline: "" });
    const { query, scope, paginationMode } = JSON.parse(doubles.of("ted").seen[0]?.body ?? "{}");
    expect(query).toBe(
      '(classification-cpv=3443* OR classification-cpv=501*) AND (buyer-country=DEU OR buyer-country=FRA) AND FT~"bike" ' +
        "AND notice-type IN (cn-standard cn-social) AND PD>=20260923 SORT BY PD DESC",
    );
    expect([scope, paginationMode]).toEqual(["ACTIVE", "PAGE_NUMBER"]);
  });

  test("TED: words of a person cannot change the question", async () => {
    await recordsFor("ted", { words: ['bike" OR PD>0 OR FT~"x'] });
    expect(JSON.parse(doubles.of("ted").seen[0]?.body ?? "{}").query).toContain('FT~"bike  OR PD>0 OR FT~ x"');
  });

  test("TED: a field that it no longer knows costs only that field", async () => {
    const wire = doubles.of("ted");
    wire.answer(({ body }) =>
      body.includes("procedure-type")
        ? { status: 400, body: { message: "unsupported value (procedure-type)" } }
        : { body: { notices: [{ "publication-number": "1-2026", "notice-title": { eng: "T" } }] } },
    );
    expect(await recordsFor("ted")).toMatchObject([{ id: "1-2026", title: "T" }]);
    expect(wire.seen).toHaveLength(2);
  });

  test("oeffentlichevergabe.de: unpacks days, filters here, leaves out what was awarded, knows deadlines", async () => {
    const found = await recordsFor("vergabe");
    expect(found.map(({ title, deadline, value }) => [title, deadline, value])).toEqual([
      ["Wartung der Dienstfahrräder", "2026-12-11", 48_000],
      ["Fahrradabstellanlagen für Schulen", "2026-12-19", 48_000],
    ]);
    expect(found[0]).toMatchObject({
      buyer: "Stadt Leipzig, Amt für Vergabe",
      place: "Leipzig, DED51",
      cpv: ["50111000"],
    });
    // Of people who are named there, nothing is kept.
    expect(JSON.stringify(found)).not.toContain("Mustermann");
    expect(await recordsFor("vergabe", { days: 2, regions: ["DE21"] })).toHaveLength(1);
  });

  test("TED and oeffentlichevergabe.de: the notice's own identifier tells that it is the same", async () => {
    const [german, french] = await recordsFor("ted");
    expect(german?.noticeId).toBe("0b1d4c7e-9f3a-4d21-8c55-6f1e2a3b4c5d");
    expect(french?.noticeId).toBeUndefined();
    const [first] = await recordsFor("vergabe");
    expect(first?.noticeId).toBe("7c1f0a52-3d60-4e5b-9a0c-000000000001");
    const [british] = await recordsFor("findTender");
    expect(british?.noticeId).toBeUndefined();
  });

  test("oeffentlichevergabe.de: a day's file is fetched again only when it has changed", async () => {
    let day = now();
    const later = openApis({
      addresses: doubles.addresses,
      fetcher,
      now: () => day,
      states: openSourceStates(() => day),
      facts: { vergabe: { gapMs: 0 } },
    });
    const ask = async () => apiRecords("vergabe", textOf(await later.ask(requestTo("vergabe"), signal)));
    const first = await ask();
    const files = () => doubles.of("vergabe").seen.filter(({ path }) => path === "/api/notice-exports");
    expect(files().map(({ headers }) => headers["if-none-match"])).toEqual([undefined, undefined]);
    day = new Date(day.getTime() + 2 * 60 * 60 * 1000);
    expect(await ask()).toEqual(first);
    expect(files().map(({ headers }) => headers["if-none-match"])).toEqual([
      undefined,
      undefined,
      '"version-3"',
      '"version-3"',
    ]);
    // An amended file comes whole.
    doubles.of("vergabe").answer(({ headers, ...seen }) => vergabeWire({ ...seen, headers: {} }));
    day = new Date(day.getTime() + 2 * 60 * 60 * 1000);
    expect(await ask()).toEqual(first);
  });

  test("oeffentlichevergabe.de: a day's file is fetched once for all questions", async () => {
    const apis = open();
    await apis.ask(requestTo("vergabe"), signal);
    await apis.ask(requestTo("vergabe", { query: { cpv: ["45"], days: 2 } }), signal);
    expect(doubles.of("vergabe").seen.filter(({ path }) => path === "/api/notice-exports")).toHaveLength(2);
  });

  test("Find a Tender: turns pages by the cursor and stays with its host", async () => {
    expect(await recordsFor("findTender")).toMatchObject([
      { id: "ocds-h6vhtk-071234", country: "GB", value: 90_000, currency: "GBP", deadline: "2026-12-15" },
    ]);
    expect(doubles.of("findTender").seen.map(({ query }) => query.get("cursor"))).toEqual([null, "second"]);
  });

  test("BOAMP: without what TED has already, unless it is wanted", async () => {
    expect(await recordsFor("boamp")).toMatchObject([{ id: "26-91551", place: "03", deadline: "2026-12-10" }]);
    expect(await recordsFor("boamp", { words: ["vélos"], withUnion: true })).toMatchObject([
      {},
      { id: "26-90000", place: "69", url: "https://www.boamp.fr/pages/avis/?q=idweb:26-90000" },
    ]);
  });

  test("SEDIA: English, open or coming, once each, with the largest grant", async () => {
    expect(await recordsFor("sedia")).toMatchObject([
      {
        id: "HORIZON-CL5-2027-D6-01-05",
        title: "Zero-emission urban logistics",
        programme: "Horizon Europe",
        status: "open",
        deadline: "2027-01-20",
        maxGrant: 4_000_000,
        currency: "EUR",
        text: "Projects show cargo bikes in cities & suburbs.",
      },
      { id: "LIFE-2027-SAP-ENV", programme: "LIFE", status: "forthcoming", maxGrant: null },
    ]);
  });

  test("SEDIA: filters that were ignored are applied here", async () => {
    const wire = doubles.of("sedia");
    wire.answer(() => ({
      body: {
        totalResults: 4_170_000,
        results: [{ metadata: { identifier: ["X"], title: ["Y"], status: ["31094503"] } }],
      },
    }));
    expect(await open().ask(requestTo("sedia"), signal)).toEqual({ outcome: "nothingFound", sources: [] });
  });

  test("Grants.gov: American days, amounts from the second question", async () => {
    expect(await recordsFor("grantsGov")).toMatchObject([
      {
        id: "DE-FOA-0003456",
        title: "Bicycle & Pedestrian Innovation Program",
        opens: "2026-11-02",
        deadline: "2027-02-15",
        maxGrant: 750_000,
        text: "Funds cargo bike pilots.",
      },
      { status: "forthcoming", deadline: "", maxGrant: null },
    ]);
    expect(JSON.parse(doubles.of("grantsGov").seen[0]?.body ?? "{}").oppStatuses).toBe("forecasted|posted");
  });

  test("Eurostat: a series for each country, without the cells that are not told, with flags", async () => {
    expect(await recordsFor("eurostat", { dataset: "isoc_eb_ai", language: "de" })).toMatchObject([
      {
        id: "isoc_eb_ai.A.GE10.PC_ENT.DE",
        title: "Künstliche Intelligenz nach Größenklasse",
        geo: "DE",
        geoName: "Deutschland",
        unit: "Percentage of enterprises",
        about: { size_emp: "10 persons employed or more" },
        points: [
          { time: "2021", value: 10.6, note: "" },
          { time: "2023", value: 11.6, note: "" },
          { time: "2024", value: 19.8, note: "" },
        ],
        updated: "2026-01-21",
      },
      {
        geo: "AT",
        points: [
          { time: "2021", value: 8.8, note: "" },
          { time: "2024", value: 20.3, note: "p" },
        ],
      },
    ]);
    expect(await open().ask(requestTo("eurostat", { query: { dataset: "gone" } }), signal)).toMatchObject({
      outcome: "notFound",
    });
  });

  test("World Bank: oldest first; an error with status 200 is one", async () => {
    expect(await recordsFor("worldBank")).toMatchObject([
      { id: "SP.POP.TOTL.DE", geoName: "Germany", points: [{ time: "2021" }, {}, { time: "2023", value: 84_482_267 }] },
      { id: "SP.POP.TOTL.FR", points: [{ time: "2021" }, { time: "2022" }] },
    ]);
    const unknown = { query: { indicator: "NO.SUCH", countries: ["DE"] } };
    expect(await open().ask(requestTo("worldBank", unknown), signal)).toMatchObject({ outcome: "notFound" });
  });

  test("French register: names and offices, nothing of those who do not want to be found", async () => {
    expect(await recordsFor("companiesFr")).toMatchObject([
      {
        id: "552100554",
        name: "ATELIER DU VÉLO CARGO (AVC)",
        street: "12 RUE DE LA PART-DIEU",
        officers: ["CLAIRE MARTIN, Gérant", "HOLDING VÉLO, Associé"],
      },
    ]);
    expect(await recordsFor("companiesFr", { zip: "69007" })).toMatchObject([{ street: "", employees: "" }]);
  });
});

describe.each(apiNames)("%s", (name) => {
  test("gives a source with licence, publisher and time, and nothing found is a result", async () => {
    const answer = await open().ask(requestTo(name), signal);
    expect(answer.outcome).toBe("read");
    expect(answer.sources).toHaveLength(1);
    const [{ source, text } = { source: null, text: "" }] = answer.sources;
    expect(source?.url).toMatch(/^https:\/\//);
    expect(source).toMatchObject({ retrievedAt: now().toISOString() });
    expect([source?.licence, source?.publisher, source?.title]).not.toContain("");
    expect(apiRecords(name, text)?.length).toBeGreaterThan(0);
    expect(states.of(name)).toMatchObject({ outcome: "ok", limitedUntil: null });
  });

  test("gives one source for each record when asked for", async () => {
    const answer = await open().ask(requestTo(name, { each: true }), signal);
    const whole = await open().ask(requestTo(name), signal);
    expect(apiRecords(name, textOf(answer))).toEqual(apiRecords(name, textOf(whole)));
    for (const { source, text } of answer.sources) {
      expect(apiRecords(name, text)).toHaveLength(1);
      expect(source.url).toMatch(/^https:\/\//);
      expect(source.title).not.toBe("");
    }
  });

  test("remembers an answer", async () => {
    const apis = open();
    const first = await apis.ask(requestTo(name), signal);
    const asked = doubles.of(name).seen.length;
    expect(await apis.ask(requestTo(name), signal)).toEqual(first);
    expect(doubles.of(name).seen).toHaveLength(asked);
  });

  test("says who it is", async () => {
    await open().ask(requestTo(name), signal);
    for (const { headers } of doubles.of(name).seen)
      expect(headers["user-agent"]).toBe("PioneerBot/0.1 (+https://pioneer.example)");
  });

  const wrong: [Mishap, string][] = [
    ["forbidden", "refused"],
    ["tooMany", "limited"],
    ["tooManyForLong", "limited"],
    ["broken", "failed"],
    ["html", "failed"],
    ["truncated", "failed"],
    ["empty", "failed"],
    ["silent", "timeout"],
    ["reset", "unreachable"],
  ];
  test.each(wrong)("ends with an outcome when the answer is %s", async (mishap, outcome) => {
    doubles.of(name).goWrong(mishap);
    const facts = mishap === "silent" ? { timeMs: 150 } : {};
    const apis = open({ [name]: facts });
    expect(await apis.ask(requestTo(name), signal)).toEqual({ outcome, sources: [] });
    expect(states.of(name).outcome).toBe(outcome);
  });

  test.each(["latin1", "byteOrderMark", "utf16", "gzip"] as const)("reads %s", async (encoding) => {
    const usual = textOf(await open().ask(requestTo(name), signal));
    doubles.of(name).goWrong(encoding);
    // Archives and XML have their own ways to say it.
    if (name !== "vergabe" || encoding === "gzip")
      expect(textOf(await open().ask(requestTo(name), signal))).toBe(usual);
  });

  test("never throws whatever JSON it is sent", async () => {
    const double = doubles.of(name);
    const key = fc.constantFrom(
      "results",
      "notices",
      "releases",
      "elements",
      "data",
      "oppHits",
      "value",
      "id",
      "size",
      "dimension",
      "metadata",
      "title",
      "objet",
      "tender",
      "items",
      "links",
      "tags",
      "message",
      "siege",
      "__proto__",
      "length",
    );
    const { json } = fc.letrec<{ json: unknown }>((tie) => ({
      json: fc.oneof(
        { maxDepth: 4, depthSize: "small" },
        fc.constantFrom(null, true, 0, -1, 1e308, "", "2026-11-22", "node", "DE", "\u0000\ud800"),
        fc.array(tie("json"), { maxLength: 4 }),
        fc.dictionary(key, tie("json"), { maxKeys: 5 }),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(json, async (body) => {
        double.answer(() => ({ body: body ?? null }));
        const { outcome, sources } = await open().ask(requestTo(name), signal);
        expect(["read", "nothingFound", "failed", "notFound"]).toContain(outcome);
        expect(sources.length > 0).toBe(outcome === "read");
      }),
      { numRuns: 40 },
    );
  });

  test("can be asked the smallest question", async () => {
    await open().probe(name, signal);
    expect(states.of(name).lastUsedAt).toBe(now().toISOString());
    expect(doubles.of(name).seen.length).toBeGreaterThan(0);
    expect(adapters[name].probe).toBeDefined();
  });
});
