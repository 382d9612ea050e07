import { addDays, dayText, localDateOf } from "../../domain/dates.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { note } from "../../kit/sections.ts";
import type { Facts } from "./facts.ts";
import type { Form } from "./form.ts";

/* What the law asks of whoever works with a list of leads, and what licences ask to be named. */

const { computed } = sectionsFor<Form, Facts>();

/**
 * Rules for a first email to a company without consent, by country. As generally reported in 2026; to be checked by a
 * lawyer before release.
 */
const coldEmail: Readonly<Record<string, Bilingual>> = {
  DE: "Germany: an advertising email needs prior consent, for companies too (section 7 UWG). Letters are allowed; calls need at least presumed consent. | Deutschland: Werbung per E-Mail braucht die vorherige Einwilligung, auch bei Firmen (§ 7 UWG). Briefe sind erlaubt; Anrufe brauchen mindestens eine mutmaßliche Einwilligung.",
  AT: "Austria: advertising by email and phone needs prior consent, for companies too (section 174 TKG 2021). | Österreich: Werbung per E-Mail und Telefon braucht die vorherige Einwilligung, auch bei Firmen (§ 174 TKG 2021).",
  CH: "Switzerland: mass advertising by email needs consent and a way to object (article 3 UWG). | Schweiz: Massenwerbung per E-Mail braucht eine Einwilligung und eine Möglichkeit zum Widerspruch (Artikel 3 UWG).",
  FR: "France: a first email to a professional address is possible if it concerns the job, names its sender and offers an opt-out. | Frankreich: Eine erste E-Mail an eine berufliche Adresse ist möglich, wenn sie den Beruf betrifft, den Absender nennt und eine Abmeldung bietet.",
  GB: "United Kingdom: companies may be emailed if you name yourself and offer an opt-out; sole traders need to consent first (PECR). | Vereinigtes Königreich: Firmen dürfen angeschrieben werden, wenn Sie sich nennen und eine Abmeldung bieten; Einzelunternehmer müssen vorher zustimmen (PECR).",
};
const coldEmailElsewhere: Bilingual =
  "Check the rules for a first email in the country of the company before you write. | Prüfen Sie vor der ersten E-Mail die Regeln im Land der Firma.";

/** Days within which people learn that their data is kept, GDPR article 14. */
export const noticeDays = 30;

export const legal = computed("legal", "Legal note | Rechtlicher Hinweis", (scene) => {
  const { facts, form, context, translate, language } = scene;
  const country = facts.told.get("country") || (form.country === "none" ? "" : form.country);
  const rule = Object.hasOwn(coldEmail, country) ? coldEmail[country] : undefined;
  const day = dayText(addDays(localDateOf(context.now, context.timeZone), noticeDays), language);
  return [
    note("warn", translate(rule ?? coldEmailElsewhere)),
    {
      type: "list",
      ordered: false,
      items: [
        translate(
          "No lead has a legal basis yet: until you set one, only drafts are possible. | Noch hat kein Lead eine Rechtsgrundlage: Bis Sie eine setzen, sind nur Entwürfe möglich.",
        ),
        translate(
          "Where you keep data about people, tell them by {day} and name the source (GDPR, article 14). Delete on request. | Wenn Sie Daten von Personen speichern, informieren Sie diese bis {day} und nennen Sie die Quelle (DSGVO, Artikel 14). Löschen Sie auf Verlangen.",
          { day },
        ),
        ...facts.origins.map(({ title, attribution, licence, retrieved }) =>
          translate(
            "{title}: {attribution}, {licence}, retrieved {day}. Name it wherever you pass the list on. | {title}: {attribution}, {licence}, abgerufen am {day}. Nennen Sie dies, wo immer Sie die Liste weitergeben.",
            {
              title,
              attribution,
              licence,
              day: dayText(localDateOf(retrieved, context.timeZone), language),
            },
          ),
        ),
        translate("This is not legal advice. | Dies ist keine Rechtsberatung."),
      ],
    },
  ];
});
