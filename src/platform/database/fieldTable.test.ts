import fc from "fast-check";
import { expect, test } from "vitest";
import { fieldsOf } from "./fieldTable.ts";

interface Note {
  title: string;
  nextStepOn: string | null;
  lastReadAt: string | null;
  ownTags: string[];
  facts: { text: string }[];
  source: { url: string } | null;
}

const names = ["title", "nextStepOn", "lastReadAt", "ownTags", "facts", "source"] as const;
const fields = fieldsOf<Note>()(names, { lastReadAt: "instant", facts: "json", source: "json" });

const note: fc.Arbitrary<Note> = fc.record({
  title: fc.string(),
  nextStepOn: fc.option(fc.constant("2026-05-01")),
  lastReadAt: fc.option(fc.date({ noInvalidDate: true }).map((date) => date.toISOString())),
  ownTags: fc.array(fc.string()),
  facts: fc.array(fc.record({ text: fc.string() })),
  source: fc.option(fc.record({ url: fc.webUrl() })),
});

test("names columns as SQL does, in the order of the fields", () => {
  expect(fields.columns).toEqual(["title", "next_step_on", "last_read_at", "own_tags", "facts", "source"]);
});

test("reads what it has written", () => {
  fc.assert(
    fc.property(note, (one) => {
      const row = fields.insert(one);
      expect(Object.keys(row)).toEqual(fields.columns);
      expect([row.facts, row.source]).toEqual([
        JSON.stringify(one.facts),
        one.source === null ? null : JSON.stringify(one.source),
      ]);
      // The driver answers JSON parsed, and everything else as it was given.
      const { last_read_at: lastReadAt = null, next_step_on: nextStepOn = null } = row;
      const { facts, source } = one;
      const answered = { ...row, facts, source, last_read_at: lastReadAt, next_step_on: nextStepOn };
      expect(fields.read(answered)).toEqual(one);
    }),
  );
});

test("changes what is given alone, null included", () => {
  fc.assert(
    fc.property(note, fc.subarray([...names]), fc.boolean(), (one, given, isSpelled) => {
      const changes = Object.fromEntries(
        names
          .filter((name) => isSpelled || given.includes(name))
          .map((name) => [name, given.includes(name) ? one[name] : undefined]),
      );
      const whole: object = fields.insert(one);
      expect(fields.update(changes)).toEqual(
        Object.fromEntries(Object.entries(whole).filter((_entry, at) => given.includes(names[at] ?? "title"))),
      );
    }),
  );
});
