import type { AppLanguage } from "#src/kit/schemas.ts";
import { brandt } from "../../kit/exampleFirms.ts";
import type { Form } from "./form.ts";

/** The workshop for cargo bikes writes to five firms that deliver by bike. */
export function example(_today: string, language: AppLanguage): Form {
  const { company, translate } = brandt(language);
  const firm = (name: string, contact: string, website: string) => ({
    name,
    contact,
    website: `https://${website}.example`,
    email: "",
    city: "Leipzig",
    country: "DE",
    notes: "",
  });
  return {
    ...company,
    research: "web",
    requirementTitle: translate("Service contracts, first letters | Jahresverträge, erste Briefe"),
    leads: [],
    people: [
      firm("Kurier Blitzahorn", "Nele Ahorn", "blitzahorn"),
      firm("Lastwerk Kollektiv", "", "lastwerk-kollektiv"),
      firm("Radboten Nordost", "Emre Sahin", "radboten"),
      firm("Fuchsien-Apotheke", "Dr. Ruth Winkler", "fuchsien-apotheke"),
      firm("Markthof Kranich", "Jan Kranich", "markthof-kranich"),
    ],
    goal: "meeting",
    offer: company.productsPitch,
    proof: [
      translate(
        "Of 152 loan bikes in 2026, 147 arrived before the customer’s own bike left the yard | Von 152 Leihrädern 2026 waren 147 da, bevor das eigene Rad vom Hof ging",
      ),
      translate("Kiezkorb: one year without an unplanned breakdown | Kiezkorb: ein Jahr ohne ungeplanten Ausfall"),
    ],
    channel: "letter",
    callToAction: translate(
      "May I come by for fifteen minutes and look at two of your bikes? | Darf ich für fünfzehn Minuten vorbeikommen und mir zwei Ihrer Räder ansehen?",
    ),
    sender: "Mara Brandt",
    signature: "Mara Brandt\nRadwerk Brandt, Leipzig",
    followUps: 2,
    gapDays: 7,
    legalBasis: "legitimateInterest",
    tone: translate("Short, exact, friendly, never loud | Kurz, genau, freundlich, nie laut"),
    bookingLink: "",
    never: [translate("unbreakable | unkaputtbar"), translate("cheap | billig")],
  };
}
