import { text } from "../../kit/columns.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { type Facts, peopleOf } from "./facts.ts";
import type { Form } from "./form.ts";

/* The leads of a run, copied into its document: the record may change or go, the document still says to whom it spoke. */

const { computedRows } = sectionsFor<Form, Facts>();

const cell = (title: Bilingual, most = 200) => text(title, "", most);

export const people = computedRows(
  "people",
  "Leads | Leads",
  {
    record: cell("Record | Datensatz", 40),
    name: cell("Name | Name"),
    contact: cell("Contact | Ansprechperson"),
    category: cell("Industry | Branche"),
    city: cell("Town | Ort"),
    country: cell("Country | Land", 80),
    website: cell("Website | Website", 2048),
    email: cell("Email | E-Mail", 254),
    phone: cell("Phone | Telefon", 40),
    place: cell("Address | Anschrift", 400),
    basis: cell("Legal basis | Rechtsgrundlage", 40),
    shut: cell("No contact | Kein Kontakt", 20),
    last: cell("Last contact | Letzter Kontakt", 40),
    origin: cell("Source | Quelle", 2048),
    notes: cell("Notes | Notizen", 8000),
  },
  { as: "hidden", isSeries: true, rows: peopleOf },
);
