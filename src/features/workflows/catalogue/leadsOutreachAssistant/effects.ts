import type { Proposal } from "#src/features/documents/document.ts";
import { isEmailAddress } from "#src/features/support/rules.ts";
import { countryCodeOf, zoneOfCountry } from "../../domain/countryZones.ts";
import { type HolidayCountry, holidayCountries } from "../../domain/holidays.ts";
import { clipped, cut } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { entryAt, nextProject } from "../../kit/effects.ts";
import { isQuoteIn } from "../../kit/quotes.ts";
import type { Form as AppointmentForm } from "../appointmentPlanner/form.ts";
import { type OpenLead, type OutreachScene, ownPages, type StoredPerson } from "./facts.ts";
import { fitOf, type Message, messages, offerTo, provenFacts, reminderDay, remindersOf } from "./messages.ts";
import { callLabels } from "./wording.ts";

/*
 * What the outreach assistant suggests: a message for each lead, to be approved by itself, days to ask again, and an
 * appointment with those that fit best.
 */

/** Leads with whom an appointment is suggested: with others it is planned from an empty form. */
const maxAppointments = 3;
/** Characters that the form of the appointment planner takes. */
const longestName = 120;

const longestPurpose = 1500;

/** The page of the lead that a quote is on. */
const pageOf = (scene: OutreachScene, person: StoredPerson, words: string): string | null =>
  ownPages(scene, person).find(({ text }) => isQuoteIn(words, text))?.source.url ?? null;

/** Says where the address comes from and how to object, where it comes from a public source. */
function origin({ form, translate }: OutreachScene, { person }: OpenLead): string {
  if (person.origin === "" || form.channel === "phone") return "";
  return translate(
    "I found your address here: {origin}. If you’d rather not hear from me, just let me know. | Ihre Adresse habe ich hier gefunden: {origin}. Wenn Sie nichts von mir hören möchten, genügt eine kurze Nachricht.",
    { origin: person.origin },
  );
}

function insight(scene: OutreachScene, open: OpenLead, row: Message): Proposal {
  const { form, translate } = scene;
  const { person } = open;
  const plain = (text: string): string => scene.show(text).trim();
  // Nobody signs a call.
  const signature = form.channel === "phone" ? "" : form.signature.trim() || form.sender.trim();
  const signed = (text: string): string => [plain(text), signature].filter(Boolean).join("\n\n");
  const labelled = (label: Bilingual, words: string): string =>
    words === "" ? "" : `${translate(label)}: ${plain(words)}`;
  const subject = cut(plain(row.subject), 300);
  return {
    kind: "insight",
    key: `insight:${person.id}`,
    ...(person.record === "" ? { requires: [`lead:${person.id}`] } : {}),
    payload: {
      ...(person.record === "" ? { leadKey: `lead:${person.id}` } : { leadId: person.record }),
      facts: provenFacts(row).map((one) => ({
        text: cut(plain(one.fact), 1000),
        quote: cut(one.proof, 1000),
        url: pageOf(scene, person, one.proof),
      })),
      painHypotheses: row.pain === "" ? [] : [cut(plain(row.pain), 500)],
      fitScore: fitOf(row),
      fitReasons: row.fitWhy === "" ? [] : [cut(plain(row.fitWhy), 500)],
      channel: form.channel,
      subject,
      message: cut([signed(row.message), origin(scene, open)].filter(Boolean).join("\n\n"), 7900),
      followUps: remindersOf(row, form).map((text) => ({
        afterDays: form.gapDays,
        subject: subject === "" ? "" : cut(`${translate("Re | AW")}: ${subject}`, 300),
        message: cut(signed(text), 7900),
      })),
      callScript: cut(
        [
          // A call that nobody scripted says what the message says.
          plain(row.call === "" && form.channel === "phone" ? row.message : row.call),
          labelled(callLabels.objection, row.objection),
          labelled(callLabels.avoid, row.avoid),
          form.channel === "phone" ? "" : labelled("Alternate subject | Alternativer Betreff", row.subject2),
        ]
          .filter(Boolean)
          .join("\n\n"),
        7900,
      ),
      bestTime: cut(plain(row.bestTime), 200),
      status: "draft",
      language: form.goalLanguage,
    },
  };
}

/** A lead that was typed into the form. */
function typedLead({ form }: OutreachScene, { person }: OpenLead, fit: number | null): Proposal {
  const { name, contact, website, email, city, country, notes, basis } = person;
  return {
    kind: "lead",
    key: `lead:${person.id}`,
    payload: {
      name: cut(name, 200),
      contact: cut(contact, 200),
      website: website || null,
      email: isEmailAddress(email) ? [email] : [],
      address: { city: cut(city, 120), country: cut(country, 80) },
      score: fit,
      tags: [clipped(form.requirementTitle, 60, 60)],
      legalBasis: basis,
      notes: cut(notes, 7900),
    },
  };
}

/** An appointment with one lead: its record where there is one, else what was typed. */
function appointment(scene: OutreachScene, { person }: OpenLead): Proposal {
  const { form, context, translate } = scene;
  const { id, record, name, contact, email, country } = person;
  return nextProject<AppointmentForm>(
    `appointment:${id}`,
    "appointmentPlanner",
    translate("Appointment with {name} | Termin mit {name}", { name }),
    {
      goalLanguage: form.goalLanguage,
      companyInformation: form.companyInformation,
      productsPitch: form.productsPitch,
      purpose: cut(offerTo(scene, person), longestPurpose),
      ...(record === ""
        ? {
            people: [
              {
                name: clipped(contact || name, longestName, longestName),
                email: isEmailAddress(email) ? email : "",
                zone: zoneOfCountry(country) ?? context.timeZone,
                from: "09:00",
                to: "17:00",
                country:
                  holidayCountries.find((one): one is HolidayCountry => one === countryCodeOf(country)) ?? "none",
                isRequired: true,
                language: "same",
                feed: "",
              },
            ],
          }
        : { leads: [record] }),
      ...(form.channel === "phone" ? { where: "phone" } : {}),
      ...(form.bookingLink === "" ? {} : { mode: "link", bookingLink: form.bookingLink }),
    },
  );
}

/** Whoever has a message, the best fit first; without a fit in the order of the form. */
function appointments(scene: OutreachScene): Proposal[] {
  const rows = messages.of(scene);
  return scene.facts.open
    .flatMap((open) => {
      const row = rows.find(({ id }) => id === open.person.id);
      return row && row.message !== "" ? [{ open, fit: fitOf(row) ?? 0 }] : [];
    })
    .toSorted((a, b) => b.fit - a.fit)
    .slice(0, maxAppointments)
    .map(({ open }) => appointment(scene, open));
}

export const outreachProposals = (scene: OutreachScene): Proposal[] => [
  ...scene.facts.open.flatMap((open) => {
    const { person, brakes } = open;
    const row = messages.of(scene).find(({ id }) => id === person.id);
    if (!row || row.message === "") return [];
    const key = `insight:${person.id}`;
    return [
      ...(person.record === "" ? [typedLead(scene, open, fitOf(row))] : []),
      insight(scene, open, row),
      // Nobody is reminded of what must not or cannot be sent.
      ...(brakes.includes("noBasis") || brakes.includes("weakBasis") || brakes.includes("noAddress")
        ? []
        : remindersOf(row, scene.form).map((text, at) =>
            entryAt(`remind:${person.id}:${at + 1}`, {
              type: scene.form.channel === "phone" ? "4010" : "4020",
              title: scene.translate("Follow-up {number}: {name} | Nachfassen {number}: {name}", {
                number: at + 1,
                name: person.name,
              }),
              notes: scene.show(text),
              date: reminderDay(scene, at),
              timeZone: scene.context.timeZone,
              requires: [key],
            }),
          )),
    ];
  }),
  ...appointments(scene),
];
