import { expect, test } from "vitest";
import { exportFacts, exportWordsIn } from "#src/testing/exportWords.ts";
import { toPlainText } from "./plainText.ts";

test("A document reads as the text of a mail, with its notes and sources at the end", async () => {
  const text = toPlainText(
    {
      title: "Spring plan",
      summary: "Thirteen weeks.",
      language: "en",
      aiMark: false,
      sections: [
        {
          key: "a",
          title: "Why now",
          blocks: [
            { type: "p", text: "Fleets book early. So do we.", claimIds: ["c1"] },
            { type: "list", ordered: true, items: ["One", "Two"] },
            { type: "table", columns: ["Pillar", "Items"], rows: [["Uptime", "31"]], numeric: [1] },
            { type: "table", columns: ["A", "B", "C", "D"], rows: [["1", "2", "", "4"]] },
            { type: "checklist", items: [{ text: "Approve", done: true }] },
            { type: "chart", kind: "bar", label: "Mix", unit: "%", points: [{ label: "Video", value: 40 }] },
          ],
        },
      ],
      claims: [
        { id: "c1", text: "Fleets book early.", kind: "fact", sourceIds: ["s1"], quote: "early", check: "quoteFound" },
      ],
      assumptions: ["Two people write."],
      openQuestions: [],
      sources: [
        {
          id: "s1",
          url: "https://example.org/log",
          title: "Log",
          publisher: "",
          publishedAt: null,
          retrievedAt: "2026-11-23T07:09:00Z",
          contentHash: "ab",
          licence: "",
        },
      ],
      generator: { engine: "draft", provider: "", model: "", promptVersion: "x/1" },
      data: {},
    },
    await exportWordsIn("en"),
    exportFacts("Content planner"),
  );
  expect(text).toBe(`Spring plan
===========

Thirteen weeks.


Why now
-------

Fleets book early. [1] So do we.

1. One
2. Two

Pillar\tItems
Uptime\t31

A: 1
  B: 2
  D: 4

☑ Approve

Mix
Video: 40 %


Assumptions
-----------

• Two people write.


Evidence
--------

[1] Quote found · “early” · Log, https://example.org/log


Sources
-------

Log, https://example.org/log, Retrieved 23 Nov 2026


Draft, no AI used
Workflow: Content planner · Revision 2 · 23.11.2026 08:12
`);
});
