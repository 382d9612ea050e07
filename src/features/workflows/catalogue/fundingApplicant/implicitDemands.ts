import { pick, quote, text } from "../../kit/columns.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { piecesOf } from "../../kit/sections.ts";
import type { Facts } from "./facts.ts";
import type { Form } from "./form.ts";

/* Demands of a call that rules overlook: they have no word of obligation. */

const { rowsFromText } = sectionsFor<Form, Facts>();

/** Share of the room of a prompt that one piece of a document takes. */
const pieceShare = 0.5;

export const demandKinds = {
  must: "condition | Bedingung",
  criterion: "criterion | Kriterium",
  annex: "annex | Anlage",
} as const;

export const implicitDemands = rowsFromText(
  "found",
  "Requirements between the lines | Anforderungen zwischen den Zeilen",
  {
    kind: pick("Type | Art", "what it is", demandKinds),
    means: text("What it means | Was es bedeutet", "what the applicant has to be, do or hand in, one clause", 140),
    said: quote("Requirement | Anforderung", "the demand itself, one sentence or row", 400),
  },
  {
    ask: "Conditions on applicant, project, partners and costs, criteria of assessment and papers to hand in that have no word such as must, only, eligible or at most. Nothing that has one, no dates, no praise of the programme.",
    pieces: ({ facts, state }) => piecesOf(facts.files, state.room.prompt * pieceShare),
    when: ({ form: { mode }, facts }) => mode === "write" && facts.files.length > 0,
    as: "hidden",
    isSeries: true,
  },
);
