import { type Brake, type Lint, restDays } from "../../domain/coldContact.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import type { OutreachScene, StoredPerson } from "./facts.ts";
import { channelNames } from "./form.ts";

/* What stands against a message, in sentences. */

const brakeTexts = {
  shut: "Wants no contact. | Will keinen Kontakt.",
  recent: "There was contact less than {days} days ago. | Der letzte Kontakt liegt weniger als {days} Tage zurück.",
  noAddress: "No address for this channel ({channel}). | Keine Adresse für diesen Kanal ({channel}).",
  noBasis: "No legal basis: a draft, not to be sent. | Keine Rechtsgrundlage: nur ein Entwurf, nicht senden.",
  weakBasis:
    "In {country} this channel needs consent or an existing customer: a draft, not to be sent. | In {country} braucht dieser Kanal eine Einwilligung oder einen Bestandskunden: nur ein Entwurf, nicht senden.",
} as const satisfies Record<Brake, Bilingual>;

export const brakeText = ({ translate, form }: OutreachScene, brake: Brake, { country }: StoredPerson): string =>
  translate(brakeTexts[brake], {
    days: restDays,
    channel: translate(channelNames[form.channel]),
    country: country || "–",
  });

/** What a line of a call is for: read aloud without it, an objection would sound like an offer. */
export const callLabels = {
  objection: "If they object | Bei Einwand",
  avoid: "Better not say | Besser nicht sagen",
} as const satisfies Record<string, Bilingual>;

export const lintTexts = {
  loud: "More than one exclamation mark. | Mehr als ein Ausrufezeichen.",
  capitals: "Words in capitals. | Wörter in Großbuchstaben.",
  pushing: "Sounds like advertising. | Klingt nach Werbung.",
  links: "More than one link. | Mehr als ein Link.",
  long: "Rather long. | Recht lang.",
  short: "Rather short. | Recht kurz.",
  noQuestion: "Asks no question. | Stellt keine Frage.",
} as const satisfies Record<Lint, Bilingual>;
