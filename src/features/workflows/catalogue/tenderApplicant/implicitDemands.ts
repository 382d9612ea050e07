import { pick, quote, text } from "../../kit/columns.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { piecesOf } from "../../kit/sections.ts";
import type { Facts } from "./facts.ts";
import type { Form } from "./form.ts";

/* Demands without a verb of obligation: rules find the others, and need no writer for it. */

const { rowsFromText } = sectionsFor<Form, Facts>();

/** Share of the room of a prompt that one piece of a document takes. */
const pieceShare = 0.5;

export const implicitDemands = rowsFromText(
  "found",
  "Requirements between the lines | Anforderungen zwischen den Zeilen",
  {
    kind: pick("Kind | Art", "how binding it is", { must: "must | Muss", should: "should | Soll" }),
    means: text("What it means | Was es bedeutet", "what the bidder has to do or to offer, one clause", 140),
    said: quote("Requirement | Anforderung", "the demand itself, one sentence or row", 400),
  },
  {
    ask: "Demands on bidders or on the service that lack a verb such as must, shall or required: bare rows of tables, terms of the contract, quantities, warranty, times. Not what the buyer does, no dates of the procedure, no award criteria, and nothing that has such a verb.",
    pieces: ({ facts, state }) => piecesOf(facts.files, state.room.prompt * pieceShare),
    when: ({ form: { mode }, facts }) => mode === "answer" && facts.files.length > 0,
    as: "hidden",
    isSeries: true,
  },
);
