import { describe, expect, test } from "vitest";
import { apiRecords } from "../../apis.ts";
import { openSourceStates } from "../sources/sourceStates.ts";
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
import { openApis } from "./openApis.ts";

withDoubles();

describe("manners", () => {
  test("asks one at a time, with a pause", async () => {
    const apis = open({ nominatim: { gapMs: 250 } });
    doubles.of("nominatim").slow(30);
    const places = ["Gohlis", "Leipzig", "Riesa"];
    await Promise.all(places.map((place) => apis.ask({ kind: "api", api: "nominatim", query: { place } }, signal)));
    const { seen } = doubles.of("nominatim");
    expect(seen).toHaveLength(3);
    for (const [index, one] of seen.entries()) {
      const before = seen[index - 1];
      if (before) expect(one.at - before.at).toBeGreaterThanOrEqual(150);
      if (before) expect(one.at).toBeGreaterThanOrEqual(before.until - 5);
    }
  });

  test("waits as long as it is asked to, then asks once more", async () => {
    const apis = open({ findTender: { patienceMs: 2_000 } });
    doubles.of("findTender").goWrong("tooManyForASecond", 1);
    expect((await apis.ask(requestTo("findTender"), signal)).outcome).toBe("read");
    const [first, second] = doubles.of("findTender").seen;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(990);
  });

  test("leaves a service alone that asked for it, without sending anything", async () => {
    const apis = open();
    doubles.of("overpass").goWrong("tooManyForLong", 1);
    expect((await apis.ask(requestTo("overpass"), signal)).outcome).toBe("limited");
    expect(states.of("overpass")).toMatchObject({ outcome: "limited", limitedUntil: "2026-11-22T09:10:00.000Z" });
    expect((await apis.ask(requestTo("overpass"), signal)).outcome).toBe("limited");
    expect(doubles.of("overpass").seen).toHaveLength(1);
  });

  test("keeps what it has when a later page fails", async () => {
    const double = doubles.of("companiesFr");
    const company = (index: number) => ({ siren: String(100_000_000 + index), nom_complet: `C${index}`, siege: {} });
    double.answer(({ query }) =>
      query.get("page") === "1"
        ? { body: { results: Array.from({ length: 25 }, (_, index) => company(index)) } }
        : { status: 500, body: {} },
    );
    expect(await recordsFor("companiesFr", { words: "c", most: 60 })).toHaveLength(25);
  });

  test("asks nobody that is switched off", async () => {
    const addresses = { ...doubles.addresses, ted: "off" };
    const apis = openApis({ addresses, fetcher, now, states: openSourceStates(now) });
    expect(apis.names).not.toContain("ted");
    expect(await apis.ask(requestTo("ted"), signal)).toEqual({ outcome: "notConfigured", sources: [] });
    expect(doubles.of("ted").seen).toEqual([]);
  });

  test("ends with the caller's reason", async () => {
    doubles.of("ted").goWrong("silent");
    const stop = new AbortController();
    const asked = open().ask(requestTo("ted"), stop.signal);
    setTimeout(() => stop.abort(new Error("stopped")), 30);
    await expect(asked).rejects.toThrow("stopped");
  });

  test("keeps whole records within its length", async () => {
    const long = "x".repeat(300);
    const tags = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`note:${index}`, long]));
    doubles.of("overpass").answer(() => ({
      body: {
        elements: Array.from({ length: 100 }, (_, index) => ({ type: "node", id: index + 1, lat: 1, lon: 2, tags })),
      },
    }));
    const answer = await open().ask(requestTo("overpass"), signal);
    expect(textOf(answer).length).toBeLessThan(410_000);
    expect(apiRecords("overpass", textOf(answer))?.length).toBeGreaterThan(15);
  });
});
