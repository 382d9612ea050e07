import { z } from "zod";
import { maxOutreachLeads } from "#src/features/leads/rules.ts";
import { id } from "#src/kit/schemas.ts";
import type { LegalBasis } from "#src/features/leads/contract.ts";
import type { Channel } from "../../domain/coldContact.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import {
  address,
  area,
  choice,
  field,
  formOf,
  forPrompt,
  line,
  table,
  tags,
  whole,
  withRules,
} from "../../kit/fields.ts";

/* Form of the outreach assistant. */

export const goals = {
  intro: "Introduction | Vorstellung",
  meeting: "Meeting | Termin",
  offer: "Offer | Angebot",
  reactivation: "Win back | Reaktivierung",
  event: "Event | Veranstaltung",
  partner: "Partnership | Partnerschaft",
} as const satisfies Record<string, Bilingual>;
export const channelNames = {
  email: "Email | E-Mail",
  linkedin: "LinkedIn | LinkedIn",
  phone: "Phone | Telefon",
  letter: "Letter | Brief",
} as const satisfies Record<Channel, Bilingual>;
export const basisNames = {
  none: "None yet: drafts only | Noch keine: nur Entwürfe",
  consent: "Consent | Einwilligung",
  existingCustomer: "Existing customer | Bestandskunde",
  legitimateInterest: "Legitimate interest | Berechtigtes Interesse",
} as const satisfies Record<LegalBasis, Bilingual>;

const maxTyped = 20;
/** Reminders after the first message, at most. */
export const maxReminders = 3;

const fields = formOf({
  // Each writer is told of one lead alone.
  leads: forPrompt(
    field("Leads | Leads", z.array(id).max(maxOutreachLeads).default([]), "leads", {
      help: "Up to 50. You can also choose them on the leads page. | Bis zu 50. Sie können sie auch auf der Seite „Leads“ auswählen.",
    }),
    false,
  ),
  people: forPrompt(
    table(
      "Other leads | Weitere Leads",
      {
        name: line("Company | Firma", 200, { min: 1 }),
        contact: line("Contact | Ansprechperson", 200),
        website: address("Website | Website"),
        email: line("Email | E-Mail", 254),
        city: line("Town | Ort", 120),
        country: line("Country | Land", 60),
        notes: area("What you know | Was Sie wissen", 1000),
      },
      maxTyped,
      {
        help: "They are suggested as leads together with their message. | Sie werden zusammen mit ihrer Nachricht als Leads vorgeschlagen.",
      },
    ),
    false,
  ),
  goal: choice("Purpose | Zweck", goals, "meeting"),
  offer: area("What you offer them | Was Sie ihnen anbieten", 1500, {
    min: 3,
    help: "Without a language model this text becomes the message; {name}, {contact} and {city} are filled in. | Ohne Sprachmodell wird dieser Text zur Nachricht; {name}, {contact} und {city} werden eingesetzt.",
  }),
  proof: tags("Proof points | Belege", 10, {
    longest: 240,
    gap: "Which figure or customer name backs up your offer? | Welche Zahl oder welcher Name belegt Ihr Angebot?",
  }),
  channel: choice("Channel | Kanal", channelNames, "email"),
  callToAction: line("What they should do | Was sie tun sollen", 300, {
    gap: "What should a lead do: reply, call, book a meeting? | Was soll ein Lead tun: antworten, anrufen, einen Termin buchen?",
  }),
  sender: line("Sender | Absender", 200, { min: 2 }),
  signature: forPrompt(area("Signature | Signatur", 600), false),
  followUps: forPrompt(whole("Follow-ups | Nachfassen", [0, maxReminders, 2]), (count: number) =>
    count === 0 ? "write none: leave them empty" : `write the first ${count}, leave the others empty`,
  ),
  gapDays: forPrompt(whole("Days between follow-ups | Tage dazwischen", [2, 30, 5]), false),
  legalBasis: forPrompt(
    choice("Legal basis for leads without one | Rechtsgrundlage für Leads ohne eine", basisNames, "none", {
      widget: "select",
    }),
    false,
  ),
  tone: line("Tone | Ton", 200, { isOption: true }),
  bookingLink: address("Booking link | Buchungslink", { isOption: true }),
  never: tags("Never say | Nie sagen", 20, { isOption: true }),
});

export const form = withRules(fields, ({ leads, people }) => [
  ...(leads.length + people.length === 0
    ? [
        {
          path: ["leads"],
          sentence:
            "Choose at least one lead, or type one in below. | Wählen Sie mindestens einen Lead oder tragen Sie unten einen ein." as const,
        },
      ]
    : []),
  ...(leads.length + people.length > maxOutreachLeads
    ? [
        {
          path: ["people"],
          sentence: "Choose up to 50 leads per run. | Wählen Sie höchstens 50 Leads je Lauf." as const,
        },
      ]
    : []),
]);
export type Form = z.output<typeof form>;
