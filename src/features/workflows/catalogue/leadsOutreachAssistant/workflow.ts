import type { Issue } from "#src/features/documents/document.ts";
import { saysWord, sharedSentences } from "../../domain/coldContact.ts";
import { defineWorkflow } from "../../kit/define.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { errorIssue } from "../../kit/sections.ts";
import { outreachProposals } from "./effects.ts";
import { example } from "./example.ts";
import { type Facts, factsOf, type OutreachScene, requests } from "./facts.ts";
import { form, type Form } from "./form.ts";
import { fitOf, merged, messages } from "./messages.ts";
import { people } from "./people.ts";
import { before, left, order } from "./tables.ts";

/* A first message to each of up to 50 leads, from what is on its own pages. */

const { prose } = sectionsFor<Form, Facts>();

/** Fewer leads have nothing in common that a person does not see. */
const minForBatch = 5;

const batch = prose("batch", "What they have in common | Was sie gemeinsam haben", {
  ask: "which facts repeat among the leads, which message fits most of them, with whom to begin",
  words: [60, 140],
  after: [messages],
  when: ({ facts }) => facts.open.length >= minForBatch,
  gap: "Who do you contact first, and why? | Wen sprechen Sie zuerst an, und warum?",
});

/** Two messages that agree to this degree are mass mail. */
const massMail = 0.5;

/** Words that must not be said, and messages that say what another one says. */
function messageIssues(scene: OutreachScene): Issue[] {
  // What nobody wrote is the person's own text with another name in it.
  const drafts = new Set(scene.facts.open.map(({ person }) => merged(scene, person)));
  const rows = messages.of(scene).filter(({ message }) => message !== "" && !drafts.has(message));
  return rows.flatMap(({ id, subject, message, remind1, remind2, remind3 }, at) => {
    const text = [subject, message, remind1, remind2, remind3].join("\n");
    const never = scene.form.never.filter((word) => saysWord(text, word));
    const twin = rows.slice(0, at).find((other) => sharedSentences(other.message, message) > massMail);
    return [
      ...never.map((word) => errorIssue("neverSaid", `messages/${id}`, { word })),
      ...(twin ? [errorIssue("massMail", `messages/${id}`, { other: nameOf(scene, twin.id) })] : []),
    ];
  });
}

const nameOf = ({ facts }: OutreachScene, id: string): string =>
  facts.open.find(({ person }) => person.id === id)?.person.name ?? id;

export const leadsOutreachAssistant = defineWorkflow<Form, Facts>({
  key: "leadsOutreachAssistant",
  version: 2,
  form,
  role: "You write first messages that a stranger answers: short, about them, true, and easy to say no to.",
  task: "Write to one lead. What you say of the lead stands on its own pages, word for word as its proof.",
  example,
  sources: requests,
  facts: ({ form: values, context, answer }) => factsOf(values, context, people.of({ answer })),
  contextLines: (scene) =>
    messages
      .of(scene)
      .map((row) => [row.id, nameOf(scene, row.id), `fit ${fitOf(row) ?? "?"}`, row.fact1, row.fitWhy].join(" | ")),
  summary: ({ facts, translate }) => {
    const count = facts.open.length || translate("No | Keine");
    return facts.left.length + facts.missing === 0
      ? translate("{count:message|messages} to approve. | {count:Nachricht|Nachrichten} zur Freigabe.", { count })
      : translate(
          "{count:message|messages} to approve, {left:lead|leads} left out. | {count:Nachricht|Nachrichten} zur Freigabe, {left:Lead|Leads} ausgelassen.",
          { count, left: facts.left.length + facts.missing },
        );
  },
  sections: [people, order, batch, before, messages, left],
  checks: (scene) => messageIssues(scene),
  issueTexts: {
    neverSaid:
      "The message says “{word}”, which is listed under “Never say”. | Die Nachricht enthält „{word}“, das unter „Nie sagen“ steht.",
    massMail:
      "The message says much the same as the one to {other}. | Die Nachricht gleicht weitgehend der an {other}.",
  },
  hints: ({ translate }) => [
    translate(
      "All selected leads want no contact or were contacted in the last two weeks. Choose other leads. | Alle ausgewählten Leads wünschen keinen Kontakt oder wurden in den letzten zwei Wochen kontaktiert. Wählen Sie andere.",
    ),
  ],
  readsRecords: ({ leads }) => leads.length > 0,
  coverage: ({ facts, form: { leads, people: typed } }) => ({
    found: facts.open.length,
    wanted: leads.length + typed.length,
  }),
  effects: outreachProposals,
});
