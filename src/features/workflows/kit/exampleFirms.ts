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
      "Klangraum Harms measures and calms noise in offices. Six people in Hamburg, since 2014. | Klangraum Harms misst und mindert Lärm in Büros. Sechs Leute in Hamburg, seit 2014.",
    productsPitch: "A measuring day with report for 890 €. | Ein Messtag mit Bericht für 890 €.",
  });
