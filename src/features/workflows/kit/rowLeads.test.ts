import { describe, expect, test } from "vitest";
import {
  contextOf,
  fromPages,
  fromSample,
  sampleOf,
  samplePagesOf,
  simulate,
  today,
} from "#src/testing/simulatedRun.ts";
import { workflowLoaders } from "../catalogue/registry.ts";
import type { CompiledWorkflow } from "./workflowSpec.ts";

/* Whoever edits a list knows which row is which. */

for (const [key, load] of Object.entries(workflowLoaders)) {
  const workflow: CompiledWorkflow = await load();
  describe.each(["en", "de"] as const)(`lists of ${key}, %s`, (language) => {
    const form = workflow.form.parse(workflow.example(today, language));
    const context = contextOf(form.goalLanguage);

    test.each(["model", "draft"])("tell their rows apart in a document by a %s", async (by) => {
      const write = { write: fromSample(sampleOf(key, language)), read: fromPages(samplePagesOf(key, language)) };
      const { state } = await simulate(workflow, form, by === "model" ? write : {});
      const document = workflow.assemble(form, context, state, { isDraft: by === "draft" });
      for (const { key: section } of document.sections) {
        const editor = workflow.editor(form, context, state, section);
        if (editor?.kind !== "rows") continue;
        const told = editor.rows.map(({ lead, cells }) => {
          const name = lead.join(" · ").trim();
          // Rows of a list that is open are told by their own words; a new one has none yet.
          if (Object.values(cells).some((text) => /\d{4}-\d{2}-\d{2}T/.test(text))) return "";
          return editor.isOpen ? [name, ...Object.values(cells)].join(" · ") : name;
        });
        if (editor.isOpen && editor.isComplete !== true) {
          const edit = { kind: "addRow", section, after: null, cells: {} } as const;
          const added = () => workflow.edit(form, context, state, edit, { now: today, newId: "n1" });
          expect(added, `an empty row in ${section}`).not.toThrow();
        }
        expect([section, told.filter((name, at) => name === "" || told.indexOf(name) !== at)]).toEqual([section, []]);
      }
    });
  });
}
