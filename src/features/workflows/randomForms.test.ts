import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { effects } from "#src/server/features.ts";
import { asksOnce } from "#src/testing/edits/laws.ts";
import { fitting, type Known } from "#src/testing/security/generate.ts";
import { contextOf, simulate, today } from "#src/testing/simulatedRun.ts";
import { workflowDocument } from "#src/features/documents/document.ts";
import { dropInvalid } from "#src/features/runs/server/proposals.ts";
import { workflowLoaders } from "./catalogue/registry.ts";
import { storedDocument } from "./kit/storedDocument.ts";
import type { CompiledWorkflow } from "./kit/workflowSpec.ts";
import type { CommonForm } from "./workflow.ts";

/*
 * Forms as nobody would fill them in, through draft, checks and suggestions. FORM_RUNS is their number for each
 * workflow (1000 in the long form), FORM_SEED repeats a run.
 */
const numRuns = Number(process.env["FORM_RUNS"] ?? 12);
const seed = Number(process.env["FORM_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

/** Values that schemas alone do not ask for, and that code is likely to trip over. */
const known: Known = {
  ids: ["01980000-0000-7000-8000-000000000001", "01980000-0000-7000-8000-000000000002"],
  names: [
    "Panels for offices",
    "Wir beliefern 12 Kunden für 1.240,50 € im Monat.",
    "One. Two. Three.\n- a\n- b",
    "{name} [s1] [form] | x",
    "Ida",
    "2027-02-30",
    "https://example.org/a?b=c",
    "👩‍👩‍👧‍👦 ﷽ \u202e x",
  ],
  byName: {
    goalLanguage: fc.constantFrom("en", "de", "fr"),
    timeZone: fc.constantFrom("Europe/Berlin", "UTC", "Pacific/Chatham", "America/St_Johns"),
    research: fc.constantFrom("none", "myFilesOnly", "web"),
    attachments: fc.constant([]),
  },
};

/** A form that the workflow takes: fields that its rules refuse are those of its example. */
function anyForm(workflow: CompiledWorkflow): fc.Arbitrary<CommonForm | null> {
  const schema = z.toJSONSchema(workflow.form, { io: "input", unrepresentable: "any" });
  const example: Record<string, unknown> = { ...workflow.form.parse(workflow.example(today, "en")), attachments: [] };
  return fitting(schema, known).map((made) => {
    let values = { ...(made as Record<string, unknown>) };
    for (let round = 0; round < 4; round += 1) {
      const parsed = workflow.form.safeParse(values);
      if (parsed.success) return parsed.data;
      const refused = new Set(parsed.error.issues.map(({ path: [field] }) => String(field)));
      values = { ...values, ...Object.fromEntries([...refused].map((field) => [field, example[field]])) };
    }
    return null;
  });
}

const leftovers = /\b(?:undefined|NaN|Infinity)\b|\[object Object\]/g;
const draft = { kind: "draft", provider: "", model: "", isDraft: true } as const;

for (const [key, load] of Object.entries(workflowLoaders)) {
  const workflow: CompiledWorkflow = await load();
  describe(`workflow ${key}`, () => {
    test(
      "takes any form to a whole draft",
      async () => {
        let taken = 0;
        await fc.assert(
          fc.asyncProperty(anyForm(workflow), async (form) => {
            if (form === null) return;
            taken += 1;
            const { state } = await simulate(workflow, form);
            expect(workflow.answer.safeParse(state.answer).success).toBe(true);
            const context = contextOf(form.goalLanguage);
            const assembled = workflow.assemble(form, context, state, { isDraft: true });
            expect(assembled.issues.filter(({ level }) => level === "error")).toEqual([]);
            asksOnce(assembled);
            // Calendars take the years 1900 to 2200; what a form plans at their edge falls out.
            const kept = new Set(dropInvalid(assembled.proposals, effects).map(({ key: name }) => name));
            const lost = assembled.proposals.filter(({ key: name }) => !kept.has(name));
            expect(lost.filter(({ payload }) => !/"(?:1[0-8]\d\d|22\d\d)-/.test(JSON.stringify(payload)))).toEqual([]);
            const document = storedDocument(workflow, { assembled, state, context, isWhole: true }, draft);
            expect(workflowDocument.safeParse(JSON.parse(JSON.stringify(document))).error?.issues).toBeUndefined();
            // What code left behind in a text shows as one of these, unless the person wrote it.
            const left = JSON.stringify(document.sections).match(leftovers) ?? [];
            expect(left.filter((word) => !JSON.stringify(form).includes(word))).toEqual([]);
            // The same form gives the same document.
            const again = await simulate(workflow, form);
            expect(workflow.assemble(form, context, again.state, { isDraft: true }).sections).toEqual(
              assembled.sections,
            );
          }),
          { numRuns, seed },
        );
        // Rules between fields refuse some, by chance nearly all of a dozen; of many a good part must be taken.
        if (numRuns >= 100) expect(taken).toBeGreaterThan(numRuns * 0.2);
      },
      20_000 + numRuns * 1_000,
    );
  });
}
