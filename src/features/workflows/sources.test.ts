import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ApiDoubles, openApiDoubles } from "#src/testing/apiDoubles/all.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import type { Person } from "#src/testing/visitor.ts";
import { openWebDouble, type WebDouble } from "#src/testing/webDouble.ts";
import type { SourceState } from "./contract.ts";

let doubles: ApiDoubles;
let web: WebDouble;
let product: TestProduct;
let person: Person;

beforeAll(async () => {
  [doubles, web] = await Promise.all([openApiDoubles(), openWebDouble()]);
  product = await openTestProduct({
    env: {
      THROTTLES: "default",
      SEARXNG_URL: web.url("/"),
      NOMINATIM_URL: doubles.addresses.nominatim,
      TED_URL: doubles.addresses.ted,
      OVERPASS_URL: doubles.addresses.overpass,
      EUROSTAT_URL: doubles.addresses.eurostat,
    },
  });
  person = await product.signUp();
});
beforeEach(() => doubles.reset());
afterAll(async () => {
  await product.close();
  await Promise.all([doubles.close(), web.close()]);
});

const named = (sources: SourceState[]) => Object.fromEntries(sources.map((source) => [source.name, source]));

describe("sources in the settings", () => {
  test("are listed before any was used, and asking for the list asks none of them", async () => {
    const { status, body } = await person.send("GET", "/api/workflows/sources");
    expect(status).toBe(200);
    const sources = named(body.sources);
    expect(Object.keys(sources)).toHaveLength(14);
    expect(sources["ted"]).toEqual({
      name: "ted",
      isConfigured: true,
      lastUsedAt: null,
      outcome: null,
      limitedUntil: null,
      records: null,
      milliseconds: null,
    });
    expect([sources["worldBank"]?.isConfigured, sources["brave"]?.isConfigured]).toEqual([false, false]);
    expect(doubles.of("ted").seen).toEqual([]);
  });

  test("tell after a check who answers, who asks to wait and who does not answer", async () => {
    doubles.of("overpass").goWrong("tooManyForLong");
    doubles.of("eurostat").goWrong("reset");
    web.searchFinds([]);
    const { status, body } = await person.send("POST", "/api/workflows/sources/check");
    expect(status).toBe(200);
    const sources = named(body.sources);
    expect(sources["searxng"]).toMatchObject({ outcome: "ok", records: 0 });
    expect(sources["ted"]).toMatchObject({ outcome: "ok", limitedUntil: null });
    expect(sources["overpass"]?.outcome).toBe("limited");
    expect(sources["overpass"]?.limitedUntil).toMatch(/^\d{4}-/);
    expect(sources["eurostat"]?.outcome).toBe("unreachable");
    expect(sources["boamp"]).toMatchObject({ isConfigured: false, outcome: null });
    // One small question each.
    expect(doubles.of("ted").seen).toHaveLength(1);
    expect((await person.send("GET", "/api/workflows/sources")).body).toEqual(body);
  });

  test("can be checked a few times a minute, by all together", async () => {
    const statuses = [];
    for (let round = 0; round < 5; round += 1)
      statuses.push((await person.send("POST", "/api/workflows/sources/check")).status);
    expect(statuses.at(-1)).toBe(429);
  });
});
