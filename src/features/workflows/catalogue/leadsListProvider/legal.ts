import { coldEmail, coldEmailElsewhere } from "../../domain/coldContact.ts";
import { localDateOf } from "#src/kit/time/clocks.ts";
import { dayText } from "#src/kit/time/dateTexts.ts";
import { addDays } from "#src/kit/time/dates.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { note } from "../../kit/sections.ts";
import type { Facts } from "./facts.ts";
import type { Form } from "./form.ts";

/* What the law asks of whoever works with a list of leads, and what licences ask to be named. */

const { computed } = sectionsFor<Form, Facts>();

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
