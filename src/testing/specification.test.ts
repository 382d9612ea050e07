import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Part, parts, type ServerWorld } from "./specification/fact.ts";
import { facts } from "./specification/facts.ts";
import { openServerWorld } from "./specification/openWorld.ts";

/** Each fact of the specification that needs no browser; the others are in specification.browser.test.ts. */

let world: ServerWorld & { close: () => Promise<void> };
beforeAll(async () => {
  world = await openServerWorld();
});
afterAll(async () => {
  await world.close();
  const waiting = facts.flatMap(({ waitsFor }) => waitsFor ?? []);
  const counted = (Object.keys(parts) as Part[]).map(
    (part) => `${part} ${waiting.filter((one) => one === part).length}`,
  );
  process.stdout.write(
    `Specification: ${facts.length} facts, ${facts.length - waiting.length} proven, ${waiting.length} waiting (${counted.join(", ")})\n`,
  );
});

test("every fact stands once", () => {
  const names = facts.map(({ section, says }) => `${section} ${says}`);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

describe.each([2, 3, 4, 5, 6, 7, 8, 9] as const)("section %i", (number) => {
  for (const { section, says, check, waitsFor } of facts) {
    if (section !== number || check.place !== "server") continue;
    test(`${waitsFor ? `waits for ${waitsFor}: ` : ""}${says}`, async () => {
      const proof = (async () => check.run(world))();
      if (!waitsFor) return proof;
      const holds = await proof.then(
        () => true,
        () => false,
      );
      expect(holds, `this holds already: it waits for ${waitsFor} no longer`).toBe(false);
    });
  }
});
