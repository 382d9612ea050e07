import fc from "fast-check";
import { legalBasis } from "#src/features/leads/contract.ts";
import { describe, expect, test } from "vitest";
import {
  brakesOf,
  channels,
  type Contact,
  countryCode,
  lintOf,
  mailMerge,
  mayWrite,
  saysWord,
  sharedSentences,
} from "./coldContact.ts";

const now = "2026-11-22T09:00:00.000Z";
const contact: Contact = {
  country: "DE",
  email: "a@b.example",
  phone: "+49 1",
  place: "Street 1",
  website: "https://b.example",
  basis: "consent",
  isShut: false,
  lastContact: "",
};
const anyContact: fc.Arbitrary<Contact> = fc.record({
  country: fc.constantFrom("", "DE", "Germany", "Österreich", "FR", "GB", "US", "constructor"),
  email: fc.constantFrom("", "a@b.example"),
  phone: fc.constantFrom("", "+49 1"),
  place: fc.constantFrom("", "Street 1"),
  website: fc.constantFrom("", "https://b.example"),
  basis: fc.constantFrom(...legalBasis.options),
  isShut: fc.boolean(),
  lastContact: fc.constantFrom("", "never", "2026-11-20T09:00:00.000Z", "2026-10-01T09:00:00.000Z"),
});

describe("brakes", () => {
  test("without consent there is only a draft of an email in Germany, and a letter may go", () => {
    const cold = { ...contact, basis: "legitimateInterest" as const };
    expect(brakesOf(cold, "email", now)).toEqual(["weakBasis"]);
    expect(brakesOf(cold, "linkedin", now)).toEqual(["weakBasis"]);
    expect(brakesOf(cold, "letter", now)).toEqual([]);
    expect(brakesOf({ ...cold, country: "FR" }, "email", now)).toEqual([]);
    expect(brakesOf({ ...cold, basis: "existingCustomer" }, "email", now)).toEqual([]);
    expect(brakesOf({ ...contact, basis: "none" }, "email", now)).toEqual(["noBasis"]);
  });

  test("nobody who wants no contact, or had one within two weeks, is ever written to", () => {
    fc.assert(
      fc.property(anyContact, fc.constantFrom(...channels), (one, channel) => {
        const brakes = brakesOf(one, channel, now);
        const isRecent = one.lastContact === "2026-11-20T09:00:00.000Z";
        expect(mayWrite(brakes)).toBe(!one.isShut && !isRecent);
        expect(new Set(brakes).size).toBe(brakes.length);
      }),
    );
  });

  test("no advertising email to Germany or Austria is free of brakes without consent or custom, however the country is written", () => {
    fc.assert(
      fc.property(anyContact, fc.constantFrom("DE", "Germany", "deutschland", "AT", "Österreich"), (one, country) => {
        fc.pre(!["consent", "existingCustomer"].includes(one.basis));
        expect(brakesOf({ ...one, country }, "email", now)).not.toEqual([]);
      }),
    );
    expect(countryCode("deutschland")).toBe("DE");
    expect(countryCode("constructor")).toBe("CONSTRUCTOR");
  });

  test("a channel needs its address", () => {
    expect(brakesOf({ ...contact, email: " " }, "email", now)).toEqual(["noAddress"]);
    expect(brakesOf({ ...contact, phone: "" }, "phone", now)).toEqual(["noAddress"]);
    expect(brakesOf({ ...contact, place: "" }, "letter", now)).toEqual(["noAddress"]);
  });
});

describe("a message", () => {
  const good =
    "Fourteen bikes leave your yard between five and nine in the morning. We take the Mondays off you, with two planned services a year for each bike and a loan bike during every repair, for one price a month. May I come by for fifteen minutes and look at two of your bikes?";
  test.each<[string, string, string[]]>([
    ["plain", good, []],
    ["loud", `${good} Great! Really!`, ["loud"]],
    ["in capitals", `${good} VERY IMPORTANT OFFER`, ["capitals"]],
    ["pushing", `${good} Buy now.`, ["pushing"]],
    ["with links", `${good} https://a.example www.b.example`, ["links"]],
    ["without a question", good.replace("?", "."), ["noQuestion"]],
    ["short", "Call me?", ["short"]],
    ["long", `${good} ${"word ".repeat(200)}`, ["long"]],
  ])("that is %s is told so", (_, text, lint) => {
    expect(lintOf(text, "email")).toEqual(lint);
  });

  test("is mass mail when it shares its sentences with another", () => {
    expect(sharedSentences(good, good)).toBe(1);
    expect(sharedSentences(good, "Your pharmacy delivers by six on working days. May I call?")).toBe(0);
    expect(sharedSentences("", good)).toBe(0);
  });

  test("says a word only when it stands there by itself", () => {
    expect(saysWord("That is not Cheap!", "cheap")).toBe(true);
    expect(saysWord("A cheapskate", "cheap")).toBe(false);
    expect(saysWord("cheapskate, cheap", "cheap")).toBe(true);
    expect(saysWord("Best price ever", "best price")).toBe(true);
    expect(saysWord("C++ (new)", "c++")).toBe(true);
    expect(saysWord("anything", " ")).toBe(false);
  });

  test("takes the words of a lead, and leaves no gap for what is not known", () => {
    expect(mailMerge("Dear {contact}, in {city} .", { contact: "Ms Ahorn", city: "" })).toBe("Dear Ms Ahorn, in.");
    expect(mailMerge("{other} stays, {constructor} too", {})).toBe("{other} stays, {constructor} too");
  });
});
