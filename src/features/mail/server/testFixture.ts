import { type FeatureFixture, type TextField } from "#src/testing/security/fixture.ts";

export const fixture: FeatureFixture = {
  /** What the outbox holds of a wish. */
  texts(person, { database }) {
    const field =
      (name: "wishUseCase" | "fullName"): TextField =>
      async (text) => {
        await database.db.deleteFrom("mail").execute();
        const placeholders = { fullName: "Mara", firstName: "Mara", email: person.email, wishUseCase: "Tides" };
        const answer = await person.send("POST", "/api/emailing/send-email", {
          to: "support@pioneer.invalid",
          targetLanguage: "en",
          targetEmailCase: "user-use-case-wish",
          targetGroup: "customers",
          placeholders: { ...placeholders, [name]: text },
        });
        return {
          answer,
          read: async () => {
            const { text_body: body } = await database.db.selectFrom("mail").selectAll().executeTakeFirstOrThrow();
            // Lines are quoted one by one; nothing else may change.
            const lines = text.split(/\r\n|[\r\n\u2028\u2029]/).map((line) => `> ${line}`.trimEnd());
            return name === "fullName" || body.includes(`\n\n${lines.join("\n")}\n\n`) ? text : body;
          },
        };
      };
    return { wish: field("wishUseCase"), "wish: name": field("fullName") };
  },
  rows: {
    "POST /api/emailing/send-email": (_, asker) => ({
      path: "/api/emailing/send-email",
      body: {
        to: "support@pioneer.invalid",
        targetLanguage: "en",
        targetEmailCase: "user-use-case-wish",
        targetGroup: "customers",
        placeholders: { fullName: "A", firstName: "A", email: asker.email, wishUseCase: "Ebb" },
      },
      status: 200,
      other: "own",
    }),
  },
};
