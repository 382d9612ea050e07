import { type FeatureFixture, type TextField } from "#src/testing/security/fixture.ts";

export const fixture: FeatureFixture = {
  texts(person) {
    const field =
      (group: string, name: string): TextField =>
      async (text) => ({
        answer: await person.send("POST", "/api/user/settings", { [group]: { [name]: text } }),
        read: async () => (await person.send("GET", "/api/user/settings")).body[group][name],
      });
    return {
      "settings: company": field("additionalInfo", "defaultCompanyInformation"),
      "settings: products": field("additionalInfo", "defaultProductsPitch"),
    };
  },
  rows: {
    "GET /api/user/settings": () => ({ path: "/api/user/settings", status: 200, other: "own" }),
    "POST /api/user/settings": () => ({
      path: "/api/user/settings",
      body: { onboardingState: "skipped" },
      status: 200,
      other: "own",
    }),
  },
};
