import { type Brake, type Lint, restDays } from "../../domain/coldContact.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import type { OutreachScene, StoredPerson } from "./facts.ts";
import { channelNames } from "./form.ts";

/* What stands against a message, in sentences. */

const brakeTexts = {
  shut: "Doesn’t want contact. | Wünscht keinen Kontakt.",
  recent: "Contacted less than {days} days ago. | Der letzte Kontakt liegt weniger als {days} Tage zurück.",
  noAddress: "No contact details for this channel ({channel}). | Keine Kontaktdaten für diesen Kanal ({channel}).",
  noBasis: "No legal basis: draft only, don’t send. | Keine Rechtsgrundlage: nur ein Entwurf, nicht senden.",
  weakBasis:
    "{country}: this channel requires consent or an existing customer relationship. Draft only, don’t send. | {country}: Dieser Kanal setzt eine Einwilligung oder eine bestehende Kundenbeziehung voraus. Nur ein Entwurf, nicht senden.",
} as const satisfies Record<Brake, Bilingual>;

export const brakeText = ({ translate, form }: OutreachScene, brake: Brake, { country }: StoredPerson): string =>
  translate(brakeTexts[brake], {
    days: restDays,
    channel: translate(channelNames[form.channel]),
    country: country || "–",
  });

/** What a line of a call is for: read aloud without it, an objection would sound like an offer. */
export const callLabels = {
  objection: "If they object | Bei Einwänden",
  avoid: "Best left unsaid | Besser nicht sagen",
} as const satisfies Record<string, Bilingual>;

export const lintTexts = {
  loud: "More than one exclamation mark. | Mehr als ein Ausrufezeichen.",
  capitals: "Words in capitals. | Wörter in Großbuchstaben.",
  pushing: "Sounds like advertising. | Klingt nach Werbung.",
  links: "More than one link. | Mehr als ein Link.",
  long: "Rather long. | Recht lang.",
  short: "Rather short. | Recht kurz.",
  noQuestion: "Doesn’t ask a question. | Stellt keine Frage.",
} as const satisfies Record<Lint, Bilingual>;
