import { describe, expect, test } from "vitest";
import { apiRecords } from "../../apis.ts";
import { grantsGovWire } from "#src/testing/apiDoubles/calls.ts";
import { overpassWire } from "#src/testing/apiDoubles/maps.ts";
import type { ApiWire } from "#src/testing/apiDoubles/server.ts";
import { vergabeWire } from "#src/testing/apiDoubles/tenders.ts";
import { openSourceStates } from "../sources/sourceStates.ts";
import { doubles, fetcher, now, open, requestTo, signal, states, textOf, withDoubles } from "./apisFixture.ts";
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

  test("Overpass: a 504 is a full queue, waited for and tried once more", async () => {
    const apis = open({ overpass: { patienceMs: 2_000 } });
    let left = 1;
    doubles.of("overpass").answer((seen) => (left-- > 0 ? { status: 504, body: "busy" } : overpassWire(seen)));
    expect(await apis.ask(requestTo("overpass"), signal)).toMatchObject({ outcome: "read" });
    expect(doubles.of("overpass").seen).toHaveLength(2);
    left = Infinity;
    expect(await open().ask(requestTo("overpass"), signal)).toMatchObject({ outcome: "limited" });
    expect(states.of("overpass").limitedUntil).not.toBeNull();
    expect(doubles.of("overpass").seen.length).toBeLessThanOrEqual(4);
  });

  test("a 504 of another service is a failure", async () => {
    doubles.of("ted").answer(() => ({ status: 504, body: {} }));
    expect(await open().ask(requestTo("ted"), signal)).toMatchObject({ outcome: "failed" });
  });

  describe("when a later page fails", () => {
    const company = (index: number) => ({ siren: String(100_000_000 + index), nom_complet: `C${index}`, siege: {} });
    const firstPage = Array.from({ length: 25 }, (_, index) => company(index));
    const request = { kind: "api", api: "companiesFr", query: { words: "c", most: 60 } } as const;
    const answerWith = (second: ReturnType<ApiWire>): void =>
      doubles
        .of("companiesFr")
        .answer(({ query }) => (query.get("page") === "1" ? { body: { results: firstPage } } : second));

    test("keeps what it has, says so, and asks anew the next time", async () => {
      const apis = open();
      answerWith({ status: 500, body: {} });
      const answer = await apis.ask(request, signal);
      expect(apiRecords("companiesFr", textOf(answer))).toHaveLength(25);
      expect(answer).toMatchObject({ outcome: "read", missing: "failed" });
      expect(states.of("companiesFr")).toMatchObject({ outcome: "failed", records: 25 });
      answerWith({ body: { results: [company(25)] } });
      const whole = await apis.ask(request, signal);
      expect(apiRecords("companiesFr", textOf(whole))).toHaveLength(26);
      expect(whole.missing).toBeUndefined();
      expect(states.of("companiesFr")).toMatchObject({ outcome: "ok", records: 26 });
    });

    test("shows a service that asked to be left alone as limited", async () => {
      const apis = open();
      answerWith({ status: 429, headers: { "retry-after": "600" }, body: {} });
      expect(await apis.ask(request, signal)).toMatchObject({ outcome: "read", missing: "limited" });
      expect(states.of("companiesFr")).toMatchObject({
        outcome: "limited",
        limitedUntil: "2026-11-22T09:10:00.000Z",
      });
    });

    test("ends with the caller's reason and remembers nothing of it", async () => {
      const apis = open();
      const stop = new AbortController();
      doubles.of("companiesFr").answer(({ query }) => {
        if (query.get("page") !== "1") stop.abort(new Error("stopped"));
        return { body: { results: firstPage } };
      });
      await expect(apis.ask(request, stop.signal)).rejects.toThrow("stopped");
      answerWith({ body: { results: [company(25)] } });
      expect(apiRecords("companiesFr", textOf(await apis.ask(request, signal)))).toHaveLength(26);
    });

    test.each(["grantsGov", "vergabe"] as const)("%s: a detail that fails is asked for again", async (name) => {
      const apis = open();
      const wire = { grantsGov: grantsGovWire, vergabe: vergabeWire }[name];
      const isDetail = /fetchOpportunity|api\/notices\//;
      doubles.of(name).answer((seen) => (isDetail.test(seen.path) ? { status: 500, body: {} } : wire(seen)));
      expect(await apis.ask(requestTo(name), signal)).toMatchObject({ outcome: "read", missing: "failed" });
      doubles.of(name).answer(wire);
      const whole = await apis.ask(requestTo(name), signal);
      expect(whole.missing).toBeUndefined();
      expect(textOf(whole)).toContain(name === "grantsGov" ? "Funds cargo bike pilots." : "2026-12-19");
    });

    test("Overpass: a search that was broken off half-way is incomplete", async () => {
      const elements = [{ type: "node", id: 1, lat: 51, lon: 12, tags: { name: "A" } }];
      doubles.of("overpass").answer(() => ({ body: { elements, remark: "runtime error: Query timed out" } }));
      expect(await open().ask(requestTo("overpass"), signal)).toMatchObject({ outcome: "read", missing: "failed" });
    });
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
