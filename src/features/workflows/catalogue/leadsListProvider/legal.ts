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
          "The leads have no legal basis yet. Until you set one, you can only draft messages. | Für die Leads ist noch keine Rechtsgrundlage angegeben. Bis dahin sind nur Entwürfe möglich.",
        ),
        translate(
          "If you store data about people, tell them by {day} and name the source (GDPR Art. 14). Delete the data on request. | Wenn Sie Daten von Personen speichern, informieren Sie diese bis zum {day} und nennen Sie die Quelle (Art. 14 DSGVO). Löschen Sie die Daten auf Verlangen.",
          { day },
        ),
        ...facts.origins.map(({ title, attribution, licence, retrieved }) =>
          translate(
            "{title}: {attribution}, {licence}, retrieved {day}. Credit this source whenever you share the list. | {title}: {attribution}, {licence}, abgerufen am {day}. Nennen Sie diese Quelle, wenn Sie die Liste weitergeben.",
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
