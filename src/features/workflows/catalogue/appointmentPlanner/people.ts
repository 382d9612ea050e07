import { countryCodeOf, zoneOfCountry } from "../../domain/countryZones.ts";
import { type HolidayCountry, holidayCountries } from "../../domain/holidays.ts";
import { ownLeadsIn } from "../../domain/ownLeads.ts";
import type { ReadRequest } from "../../kit/state.ts";
import type { Form } from "./form.ts";

/* Participants, wherever they were named: typed into the form, or picked from the person's own leads. */

export type Invitee = Form["people"][number];
export interface People {
  /** Those of the form in its order, then the leads; `p1`, `p2`, … are their ids. */
  people: Invitee[];
  /** Names of leads whose country tells no zone: they count as in the organiser's. */
  withoutZone: string[];
  /** Leads that want no contact, by name: nobody invites them. */
  shut: string[];
  /** Chosen leads that are gone. */
  missing: number;
}

export const leadsRequest = ({ leads }: Pick<Form, "leads">): ReadRequest[] =>
  leads.length === 0 ? [] : [{ kind: "leads", ids: [...leads], hidden: true }];

const holidaysFor = (country: string): "none" | HolidayCountry =>
  holidayCountries.find((one) => one === countryCodeOf(country)) ?? "none";

/** @param zone of the organiser @param textOf what requests brought */
export function peopleOf(form: Form, zone: string, textOf: (request: ReadRequest) => string | null): People {
  const found = leadsRequest(form).flatMap((request) => ownLeadsIn(textOf(request) ?? ""));
  const chosen = form.leads.flatMap((id) => found.find((one) => one.id === id) ?? []);
  const open = chosen.filter(({ shut }) => !shut);
  const taken = new Set(form.people.map(({ name }) => name.trim().toLowerCase()));
  const people: Invitee[] = [...form.people];
  const withoutZone: string[] = [];
  for (const lead of open) {
    const own = zoneOfCountry(lead.country);
    // Two of one name would share their busy times: then the company tells them apart.
    const short = lead.contact || lead.name;
    const name = taken.has(short.trim().toLowerCase()) ? `${short} (${lead.name})` : short;
    taken.add(name.trim().toLowerCase());
    if (own === null) withoutZone.push(name);
    people.push({
      name,
      email: lead.email,
      zone: own ?? zone,
      from: "09:00",
      to: "17:00",
      country: holidaysFor(lead.country),
      isRequired: true,
      language: "same",
      feed: "",
    });
  }
  return {
    people,
    withoutZone,
    shut: chosen.filter(({ shut }) => shut).map(({ contact, name }) => contact || name),
    missing: form.leads.length - chosen.length,
  };
}
