import { type FeatureFixture, type TextField } from "#src/testing/security/fixture.ts";

const leads = "/api/leads";

export const fixture: FeatureFixture = {
  async furnish(person) {
    const made = await person.send("POST", leads, { enData: { leads: [{ name: "Tide tables Ltd" }] } });
    const leadId = made.body.leads[0].id;
    const note = await person.send("POST", `${leads}/notes`, {
      enData: { leadId, text: "Called about the tide tables" },
    });
    const view = await person.send("POST", `${leads}/views`, {
      enData: { name: "Harbours", filters: { city: "Wismar" } },
    });
    return { leadId, noteId: note.body.note.id, viewId: view.body.view.id };
  },
  recordId: ({ leadId }) => leadId,
  shown: ({ leadId }) => [`${leads}?limit=200`, `${leads}/${leadId}`, `${leads}/${leadId}/timeline`, `${leads}/views`],
  deletions: {
    lead: {
      id: (has) => has.leadId,
      remove: (person, id) => person.send("DELETE", leads, { enData: { id } }),
      restore: (person, id) => person.send("POST", `${leads}/restore`, { ids: [id] }),
      change: (person, id) => person.send("PUT", leads, { id, fields: { name: "Changed" } }),
    },
    lead_note: {
      id: (has) => has.noteId,
      remove: (person, id) => person.send("DELETE", `${leads}/notes`, { enData: { id } }),
      restore: (person, id) => person.send("POST", `${leads}/notes/restore`, { id }),
      // Nothing else changes a note.
      change: (person, id) => person.send("DELETE", `${leads}/notes`, { enData: { id } }),
    },
    lead_view: {
      id: (has) => has.viewId,
      remove: (person, id) => person.send("DELETE", `${leads}/views`, { enData: { id } }),
      restore: (person, id) => person.send("POST", `${leads}/views/restore`, { id }),
      change: (person, id) => person.send("PUT", `${leads}/views`, { id, fields: { name: "Changed" } }),
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
    const noted: TextField = async (text) => {
      const made = await person.send("POST", leads, { enData: { leads: [{ name: "Tides" }] } });
      const leadId = made.body.leads[0].id;
      const answer = await person.send("POST", `${leads}/notes`, { enData: { leadId, text } });
      const read = async () => {
        const { items } = (await person.send("GET", `${leads}/${leadId}/timeline`)).body;
        return items.find(({ kind }: { kind: string }) => kind === "note")?.text;
      };
      return { answer, read };
    };
    const viewed: TextField = async (text) => {
      const answer = await person.send("POST", `${leads}/views`, { enData: { name: text, filters: { q: "tide" } } });
      const id = answer.body.view?.id;
      const { views } = (await person.send("GET", `${leads}/views`)).body;
      // A person keeps few of them.
      if (id) await person.send("DELETE", `${leads}/views`, { enData: { id } });
      return { answer, read: async () => views.find((one: { id: string }) => one.id === id)?.name };
    };
    return {
      ...Object.fromEntries(plain),
      "lead: note": noted,
      "lead: name of a view": viewed,
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
    "GET /api/leads/{id}/timeline": ({ leadId }) => ({
      path: `${leads}/${leadId}/timeline`,
      status: 200,
      other: "notFound",
    }),
    "POST /api/leads/notes": ({ leadId }) => ({
      path: `${leads}/notes`,
      body: { enData: { leadId, text: "Rang, nobody there" } },
      status: 201,
      other: "notFound",
    }),
    "GET /api/leads/views": () => ({ path: `${leads}/views`, status: 200, other: "own" }),
    "POST /api/leads/views": () => ({
      path: `${leads}/views`,
      body: { enData: { name: "Offers", filters: { stage: ["offer"] } } },
      status: 201,
      other: "own",
    }),
    "PUT /api/leads/views": ({ viewId }) => ({
      path: `${leads}/views`,
      body: { id: viewId, fields: { name: "Ports" } },
      status: 200,
      other: "notFound",
    }),
  },
  removals: {
    "DELETE /api/leads/notes": ({ noteId }) => ({
      path: `${leads}/notes`,
      body: { enData: { id: noteId } },
      status: 200,
      other: "notFound",
    }),
    "POST /api/leads/notes/restore": ({ noteId }) => ({
      path: `${leads}/notes/restore`,
      body: { id: noteId },
      status: 200,
      other: "notFound",
    }),
    "DELETE /api/leads/views": ({ viewId }) => ({
      path: `${leads}/views`,
      body: { enData: { id: viewId } },
      status: 200,
      other: "notFound",
    }),
    "POST /api/leads/views/restore": ({ viewId }) => ({
      path: `${leads}/views/restore`,
      body: { id: viewId },
      status: 200,
      other: "notFound",
    }),
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
    noteId: string;
    viewId: string;
  }
}
