import { expect, test } from "vitest";
import { sources } from "./sourceTree.ts";
import { messageKeys } from "./specification/errors.ts";

/** Messages of section 8 whose occasion does not arise in today's product. Their texts are there for when it does. */
const withoutOccasion: Record<string, string> = {
  "login.sessionInvalid": "the sign-in page says it in words of its own, which are loaded with it",
  "pioneer.error": "what goes wrong has a code, and each code its words",
  "coins.update": "coins change by runs alone",
  "emailing.send": "the one mail that a page sends is a wish",
  "fundingApplicant.": "the workflow is not written",
  "leadsListProvider.": "the workflow is not written",
  "payments.": "nothing is sold",
  "resellerInvites.": "nobody invites",
  "resetAuth.": "accounts send no mail",
  "shareAppointment.": "nobody is invited to an appointment",
};

const raisers = sources()
  .filter(({ path }) => !path.startsWith("src/testing/") && !/\.test\.tsx?$/.test(path))
  .map(({ text }) => text);

/** Whether a program names the key, by itself or as a place among the texts. */
const isRaised = (key: string): boolean =>
  raisers.some((text) => [`"${key}"`, `messages:${key}.`].some((name) => text.includes(name)));

test.each(messageKeys)("%s is raised by a part of the product, or its occasion does not arise", (key) => {
  const reasons = Object.keys(withoutOccasion).filter((start) => key.startsWith(start));
  expect([reasons.length > 0, isRaised(key)]).toEqual(isRaised(key) ? [false, true] : [true, false]);
});

test("every occasion that does not arise is one of the specification's", () => {
  const known = Object.keys(withoutOccasion).filter((start) => messageKeys.some((key) => key.startsWith(start)));
  expect(known).toEqual(Object.keys(withoutOccasion));
});
