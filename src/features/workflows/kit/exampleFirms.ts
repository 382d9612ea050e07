import { sharedExample } from "../catalogue/commonForm.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { type Bilingual, half } from "./bilingual.ts";

/* Believable firms, so that the examples of several workflows fit together and can be chained. */

function firm(language: AppLanguage, texts: { companyInformation: Bilingual; productsPitch: Bilingual }) {
  const translate = (text: Bilingual): string => half(text, language);
  const company = {
    ...sharedExample,
    goalLanguage: language,
    companyInformation: translate(texts.companyInformation),
    productsPitch: translate(texts.productsPitch),
    companyWebsite: "",
    productWebsite: "",
  };
  return { company, translate };
}

/** Measures noise in offices: six people in Hamburg. */
export const klangraum = (language: AppLanguage) =>
  firm(language, {
    companyInformation:
      "Klangraum Harms measures and reduces noise in offices. Six people in Hamburg, since 2014. | Klangraum Harms misst und mindert Lärm in Büros. Sechs Leute in Hamburg, seit 2014.",
    productsPitch: "A measuring day with a report for 890 €. | Ein Messtag mit Bericht für 890 €.",
  });

/** Services cargo bikes of delivery fleets: nine people in two workshops in Leipzig. */
export const brandt = (language: AppLanguage) => {
  const { company, translate } = firm(language, {
    companyInformation:
      "Radwerk Brandt services cargo bikes in two workshops in Leipzig. Nine people, led by Mara Brandt. We look after 214 delivery bikes for eleven fleets; eight of them have a fixed service day. | Radwerk Brandt wartet Lastenräder in zwei Werkstätten in Leipzig. Neun Leute, geführt von Mara Brandt. Wir betreuen 214 Lieferräder für elf Flotten; acht davon haben einen festen Servicetag.",
    productsPitch:
      "Annual service contract for delivery bikes: two scheduled services at your site or ours, pads and small parts included, a loan bike during every repair, 29 € per bike per month. | Jahresvertrag für Lieferräder: zwei geplante Wartungen auf Ihrem Hof oder bei uns, Beläge und Kleinteile inbegriffen, Leihrad bei jeder Reparatur, 29 € je Rad und Monat.",
  });
  return { company: { ...company, companyWebsite: "https://radwerk-brandt.example" }, translate };
};
