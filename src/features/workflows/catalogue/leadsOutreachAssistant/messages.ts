import type { Block } from "#src/features/documents/document.ts";
import { mailMerge } from "../../domain/coldContact.ts";
import { dayText } from "#src/kit/time/dateTexts.ts";
import { addDays } from "#src/kit/time/dates.ts";
import { oneLine } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { longText, number, optional, quote, type RowOf, text } from "../../kit/columns.ts";
import { nextWorkday } from "../../kit/effects.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { note } from "../../kit/sections.ts";
import { aboutOf, type Facts, type OutreachScene, type StoredPerson } from "./facts.ts";
import { type Form, maxReminders } from "./form.ts";
import { people } from "./people.ts";
import { brakeText, callLabels } from "./wording.ts";

/* One message for each lead, from what is on its own pages. Each lead is a question of its own. */

const { rowPerItem } = sectionsFor<Form, Facts>();

const fact = (nth: number) =>
  text(
    `Fact ${nth} | Tatsache ${nth}`,
    `fact ${nth} about this lead that matters for the offer, one sentence with its mark; empty without a proof`,
    200,
  );
const proof = (nth: number) =>
  optional(quote(`Proof ${nth} | Beleg ${nth}`, `words of the lead's page that show fact ${nth}`, 240));

const columns = {
  fact1: optional(fact(1)),
  proof1: proof(1),
  fact2: optional(fact(2)),
  proof2: proof(2),
  fact3: optional(fact(3)),
  proof3: proof(3),
  fact4: optional(fact(4)),
  proof4: proof(4),
  fact5: optional(fact(5)),
  proof5: proof(5),
  pain: optional(text("Guess | Vermutung", "what may trouble them, as a guess and never as a fact", 200)),
  fit: number(
    "Fit | Eignung",
    "0 to 100: how well offer and lead fit, from the facts alone; 30 at most without a fact",
  ),
  fitWhy: text("Why | Warum", "one clause", 160),
  subject: text("Subject | Betreff", "at most seven words, about them", 70),
  subject2: optional(text("Alternate subject | Alternativer Betreff", "another one, from a different fact", 70)),
  message: longText(
    "Message | Nachricht",
    "70 to 130 words: one fact of theirs, what follows from it, the offer with one proof point, one question; no signature",
    1100,
  ),
  remind1: optional(longText("Follow-up 1 | Nachfassen 1", "35 to 60 words with a new thought", 500)),
  remind2: optional(longText("Follow-up 2 | Nachfassen 2", "20 to 40 words, kind, with a way out", 350)),
  remind3: optional(longText("Follow-up 3 | Nachfassen 3", "15 to 30 words that close the matter", 280)),
  call: text("On the phone | Am Telefon", "opening sentence and one question", 300),
  objection: text("Objection | Einwand", "the likeliest objection and an answer from the form", 300),
  avoid: optional(
    text("Best left unsaid | Besser nicht sagen", "what would hurt or be wrong with this lead, and why", 160),
  ),
  bestTime: optional(
    text(
      "Best time | Bester Zeitpunkt",
      "when they are likely to read or answer, from their trade or pages; a guess",
      120,
    ),
  ),
};
export type Message = RowOf<typeof columns>;

/** A greeting that the offer begins with itself: with whom it speaks, up to its comma. */
const ownGreeting =
  /^\s*(?:hi|hello|hey|dear|good (?:day|morning|afternoon|evening)|hallo|guten (?:tag|morgen|abend)|moin|servus|grüß gott|grüezi|sehr geehrte\S{0,4}|liebe[rs]?(?:\/[rs])?)(?!\p{L})[^\n,.;:!?]{0,80}[,!]\s*/iu;

const namesOf = ({ name, contact, city, category }: StoredPerson): Record<string, string> => ({
  name,
  contact: contact || name,
  city,
  category,
});
/** The person's offer with the names of a lead in it. */
export const offerTo = ({ form }: OutreachScene, person: StoredPerson): string =>
  mailMerge(form.offer, namesOf(person));

/**
 * How a lead is greeted, and the offer behind it: once, by the offer itself where it does, and a firm never by its
 * name.
 */
function opening({ form, translate, language }: OutreachScene, { contact }: StoredPerson): string[] {
  const own = ownGreeting.exec(form.offer)?.[0] ?? "";
  if (own !== "" && (contact !== "" || !own.includes("{contact}"))) return [form.offer];
  const offer = form.offer.slice(own.length);
  const values = { contact, sender: form.sender };
  const isCall = form.channel === "phone";
  const greeting = contact
    ? isCall
      ? translate("Hello {contact}, this is {sender}. | Guten Tag {contact}, hier ist {sender}.", values)
      : translate("Dear {contact}, | Guten Tag {contact},", values)
    : isCall
      ? translate("Hello, this is {sender}. | Guten Tag, hier ist {sender}.", values)
      : translate("Hello, | Guten Tag,");
  // Behind a comma German goes on in lower case, English does not.
  const begins = own !== "" && (isCall || language === "en");
  return [greeting, begins ? offer.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) : offer];
}

/** A message of the person's own words and a greeting; what is not known of a lead leaves no gap. */
export function merged(scene: OutreachScene, person: StoredPerson): string {
  const { form, translate } = scene;
  const link =
    form.bookingLink === "" || form.channel === "phone"
      ? ""
      : translate("You can pick a time here: {link} | Hier können Sie einen Termin wählen: {link}", {
          link: form.bookingLink,
        });
  return [...opening(scene, person), form.callToAction, link]
    .filter((part) => part.trim() !== "")
    .map((part) => mailMerge(part, namesOf(person)))
    .join("\n\n");
}

/** Without a fact of the lead's own page nobody knows how well it fits. */
const maxWithoutFact = 30;
export const provenFacts = (row: Message): { fact: string; proof: string }[] =>
  [
    { fact: row.fact1, proof: row.proof1 },
    { fact: row.fact2, proof: row.proof2 },
    { fact: row.fact3, proof: row.proof3 },
    { fact: row.fact4, proof: row.proof4 },
    { fact: row.fact5, proof: row.proof5 },
  ].filter((one) => one.fact !== "" && one.proof !== "");
/** 0 to 100; null while nobody judged it. */
export const fitOf = (row: Message): number | null =>
  row.fit === null
    ? null
    : Math.round(Math.min(provenFacts(row).length === 0 ? maxWithoutFact : 100, Math.max(0, row.fit)));

export const remindersOf = (row: Message, { followUps }: Form): string[] =>
  [row.remind1, row.remind2, row.remind3].slice(0, Math.min(followUps, maxReminders)).filter((one) => one !== "");
/** The working day on which a reminder is due. @param at 0 for the first */
export const reminderDay = ({ facts, form }: OutreachScene, at: number): string =>
  nextWorkday(addDays(facts.day, form.gapDays * (at + 1)));

/** One lead as people read it: what was found, the message, and what comes after. */
function leadBlocks(scene: OutreachScene, row: Message | undefined, person: StoredPerson, brakes: string[]): Block[] {
  const { translate, language, form, isWriting } = scene;
  const fit = row ? fitOf(row) : null;
  const heading: Block = {
    type: "h",
    text:
      fit === null ? person.name : translate("{name} (fit {fit}) | {name} (Eignung {fit})", { name: person.name, fit }),
  };
  if (!row || row.message === "")
    return isWriting ? [] : [heading, note("gap", translate("Not written yet. | Noch nicht geschrieben."))];
  const facts = provenFacts(row);
  const subjects = form.channel === "phone" ? [] : [row.subject, row.subject2].filter((one) => one !== "");
  const lines: (readonly [Bilingual, string])[] = [
    ["Why it fits | Warum es passt", row.fitWhy],
    ["A guess, not a fact | Vermutung, keine Tatsache", row.pain],
    [callLabels.avoid, row.avoid],
    ["On the phone | Am Telefon", row.call],
    [callLabels.objection, row.objection],
    ["Best time (a guess) | Bester Zeitpunkt (Vermutung)", row.bestTime],
  ];
  const said = lines.flatMap(([label, words]) => (words === "" ? [] : [`${translate(label)}: ${scene.show(words)}`]));
  return [
    heading,
    ...brakes.map((brake) => note("warn", brake)),
    ...(facts.length > 0
      ? [{ type: "list" as const, ordered: false, items: facts.map((one) => scene.show(one.fact)) }]
      : []),
    ...(subjects.length === 0
      ? []
      : [
          {
            type: "list" as const,
            ordered: false,
            items: subjects.map((one) => translate("Subject: {text} | Betreff: {text}", { text: scene.show(one) })),
          },
        ]),
    ...row.message
      .split(/\n{2,}/)
      .flatMap((part): Block[] => (part.trim() ? [{ type: "p", text: scene.show(part) }] : [])),
    ...(said.length > 0 ? [{ type: "list" as const, ordered: false, items: said }] : []),
    ...remindersOf(row, form).flatMap((words, at): Block[] => [
      {
        type: "p",
        text: translate("Follow-up on {day}: {text} | Nachfassen am {day}: {text}", {
          day: dayText(reminderDay(scene, at), language),
          text: oneLine(scene.show(words)),
        }),
      },
    ]),
  ];
}

export const messages = rowPerItem("messages", "Messages | Nachrichten", columns, {
  ask: "A message that could go to nobody else. Three to five facts where the pages have them, the best first. Words under “Never say” do not occur. Facts, proofs and the message are about this lead alone.",
  items: (scene) =>
    scene.facts.open.map(({ person }) => ({
      id: person.id,
      context: [person.name, person.contact].filter(Boolean).join(", "),
      cells: [person.name],
      own: { message: merged(scene, person) },
      about: aboutOf(scene, person),
    })),
  after: [people],
  gap: "{count:message is|messages are} not complete. What do you know about these leads that a stranger would not? | {count:Nachricht ist|Nachrichten sind} nicht vollständig. Was wissen Sie über diese Leads, das ein Fremder nicht weiß?",
  blocks: (scene, rows) =>
    scene.facts.open.flatMap(({ person, brakes }) =>
      leadBlocks(
        scene,
        rows.find(({ id }) => id === person.id),
        person,
        brakes.map((brake) => brakeText(scene, brake, person)),
      ),
    ),
});
