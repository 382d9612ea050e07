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

export const lintTexts = {
  loud: "more than one exclamation mark | mehr als ein Ausrufezeichen",
  capitals: "words in capitals | Wörter in Großbuchstaben",
  pushing: "sounds like advertising | klingt nach Werbung",
  links: "more than one link | mehr als ein Link",
  long: "long | lang",
  short: "short | kurz",
  noQuestion: "asks nothing | stellt keine Frage",
} as const satisfies Record<Lint, Bilingual>;
