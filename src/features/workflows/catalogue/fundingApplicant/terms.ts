import { text } from "../../kit/columns.ts";
import { sectionsFor } from "../../kit/lists.ts";
import type { Facts } from "./facts.ts";
import type { Form } from "./form.ts";

const { freeRows } = sectionsFor<Form, Facts>();

/** English words that calls would use: the portals are English, whatever the form is written in. */
export const terms = freeRows(
  "terms",
  "Search terms | Suchbegriffe",
  { term: text("Term | Begriff", "one or two English words, as calls for proposals use them", 60) },
  {
    as: "hidden",
    isSeries: true,
    ask: "English search terms for open calls that fit the project in <form>: its technology, its field, its aim. No product names, no words such as project or innovation.",
    count: [3, 6],
    beforeReading: true,
    when: ({ form }) => form.mode === "find" && form.research === "web",
  },
);
