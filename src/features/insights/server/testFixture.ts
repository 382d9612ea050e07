import { type FeatureFixture, type TextField } from "#src/testing/security/fixture.ts";

const insights = "/api/leads/outreach/insights";

export const fixture: FeatureFixture = {
  async furnish(person, { leadId }) {
    const made = await person.send("POST", insights, { enData: { insights: [{ leadId }] } });
    return { insightId: made.body.insight.id };
  },
  recordId: ({ insightId }) => insightId,
  shown: () => [`${insights}?limit=200`],
  // They go with their lead, or with the proposal that made them: no call deletes one.
  deletions: { insight: null },
  texts(person) {
    let lead: Promise<string> | undefined;
    const leadOf = (): Promise<string> =>
      (lead ??= person
        .send("POST", "/api/leads", { enData: { leads: [{ name: "Tides" }] } })
        .then(({ body }) => body.leads[0].id));
    const field =
      (make: (text: string) => object, pick: (insight: Record<string, never>) => unknown): TextField =>
      async (text) => {
        const leadId = await leadOf();
        const answer = await person.send("POST", insights, { enData: { insights: [{ leadId, ...make(text) }] } });
        const id = answer.body.insight?.id;
        if (id) {
          const changed = await person.send("PUT", insights, { id, fields: make(text) });
          if (changed.status !== 200) return { answer: changed, read: async () => undefined };
        }
        return {
          answer,
          read: async () => {
            const { body } = await person.send("GET", `${insights}?leadId=${leadId}&limit=5`);
            return pick(body.insights.find((row: { id: string }) => row.id === id));
          },
        };
      };
    const plain = ["subject", "message", "callScript", "bestTime"].map((name): [string, TextField] => [
      `insight: ${name}`,
      field(
        (text) => ({ [name]: text }),
        (insight) => insight[name],
      ),
    ]);
    return {
      ...Object.fromEntries(plain),
      "insight: fact": field(
        (text) => ({ facts: [{ text, quote: text, url: null }] }),
        (insight) => Reflect.get(insight["facts"]?.[0] ?? {}, "text"),
      ),
      "insight: follow-up": field(
        (message) => ({ followUps: [{ afterDays: 3, subject: "", message }] }),
        (insight) => Reflect.get(insight["followUps"]?.[0] ?? {}, "message"),
      ),
    };
  },
  rows: {
    "GET /api/leads/outreach/insights": ({ leadId }) => ({
      path: `${insights}?leadId=${leadId}`,
      status: 200,
      other: "own",
    }),
    "POST /api/leads/outreach/insights": ({ leadId }) => ({
      path: insights,
      body: { enData: { insights: [{ leadId }] } },
      status: 201,
      other: "notFound",
    }),
    "PUT /api/leads/outreach/insights": ({ insightId }) => ({
      path: insights,
      body: { id: insightId, fields: { subject: "Flood" } },
      status: 200,
      other: "notFound",
    }),
  },
};

declare module "#src/testing/security/fixture.ts" {
  interface Belongings {
    insightId: string;
  }
}
