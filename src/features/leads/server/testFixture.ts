import { type FeatureFixture, type TextField } from "#src/testing/security/fixture.ts";

const leads = "/api/leads";

export const fixture: FeatureFixture = {
  async furnish(person) {
    const made = await person.send("POST", leads, { enData: { leads: [{ name: "Tide tables Ltd" }] } });
    return { leadId: made.body.leads[0].id };
  },
  recordId: ({ leadId }) => leadId,
  shown: ({ leadId }) => [`${leads}?limit=200`, `${leads}/${leadId}`],
  deletions: {
    lead: {
      id: (has) => has.leadId,
      remove: (person, id) => person.send("DELETE", leads, { enData: { id } }),
      restore: (person, id) => person.send("POST", `${leads}/restore`, { ids: [id] }),
      change: (person, id) => person.send("PUT", leads, { id, fields: { name: "Changed" } }),
    },
  },
  texts(person) {
    /** Made with it and then changed to it once more. */
    const field =
      (make: (text: string) => object, pick: (lead: Record<string, never>) => unknown): TextField =>
      async (text) => {
        const answer = await person.send("POST", leads, { enData: { leads: [{ name: "Tides", ...make(text) }] } });
        const id = answer.body.leads?.[0]?.id;
        if (id) {
          const changed = await person.send("PUT", leads, { updates: [{ id, fields: make(text) }] });
          if (changed.status !== 200) return { answer: changed, read: async () => undefined };
        }
        return { answer, read: async () => pick((await person.send("GET", `${leads}/${id}`)).body.lead) };
      };
    const plain = ["name", "category", "contact", "owner", "nextStep", "notes"].map((name): [string, TextField] => [
      `lead: ${name}`,
      field(
        (text) => ({ [name]: text }),
        (lead) => lead[name],
      ),
    ]);
    return {
      ...Object.fromEntries(plain),
      "lead: city": field(
        (city) => ({ address: { city } }),
        (lead) => Reflect.get(lead["address"] ?? {}, "city"),
      ),
      "lead: tag": field(
        (tag) => ({ tags: [tag] }),
        (lead) => lead["tags"]?.[0],
      ),
      "lead: own field": field(
        (value) => ({ customFields: { own: value } }),
        (lead) => Reflect.get(lead["customFields"] ?? {}, "own"),
      ),
    };
  },
  rows: {
    "GET /api/leads": () => ({ path: leads, status: 200, other: "own" }),
    "GET /api/leads/{id}": ({ leadId }) => ({ path: `${leads}/${leadId}`, status: 200, other: "notFound" }),
    "POST /api/leads": () => ({
      path: leads,
      body: { enData: { leads: [{ name: "Ebb" }] } },
      status: 201,
      other: "own",
    }),
    "PUT /api/leads": ({ leadId }) => ({
      path: leads,
      body: { updates: [{ id: leadId, fields: { name: "Flood" } }] },
      status: 200,
      other: "notFound",
    }),
  },
  removals: {
    "DELETE /api/leads": ({ leadId }) => ({
      path: leads,
      body: { enData: { ids: [leadId] } },
      status: 200,
      other: "notFound",
    }),
    "POST /api/leads/restore": ({ leadId }) => ({
      path: `${leads}/restore`,
      body: { ids: [leadId] },
      status: 200,
      other: "notFound",
    }),
  },
};

declare module "#src/testing/security/fixture.ts" {
  interface Belongings {
    leadId: string;
  }
}
