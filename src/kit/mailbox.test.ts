import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mailboxOf, mailboxStem } from "./mailbox.ts";

const domain = fc.constantFrom("example.com", "gmail.com", "googlemail.com", "bücher.example", "mail.example.org");
const word = fc.stringMatching(/^[a-z0-9]{1,12}$/);
const tag = fc.option(fc.stringMatching(/^[a-z0-9.+-]{0,10}$/), { nil: undefined });

/** The same mailbox in another spelling. */
const anyCase = (text: string, isUpper: boolean): string => (isUpper ? text.toUpperCase() : text);
const spelt = (local: string, at: string, tagged: string | undefined, isUpper: boolean): string =>
  anyCase(`${local}${tagged === undefined ? "" : `+${tagged}`}@${at}`, isUpper);

describe("the mailbox of an address", () => {
  test("is the same for every case and every tag", () => {
    fc.assert(
      fc.property(word, domain, tag, fc.boolean(), tag, fc.boolean(), (local, at, one, up, other, down) => {
        expect(mailboxOf(spelt(local, at, one, up))).toBe(mailboxOf(spelt(local, at, other, down)));
      }),
    );
  });

  test("is the same with and without dots at Gmail, under both of its names, and nowhere else", () => {
    fc.assert(
      fc.property(word, word, (one, other) => {
        expect(mailboxOf(`${one}.${other}@googlemail.com`)).toBe(mailboxOf(`${one}${other}@gmail.com`));
        expect(mailboxOf(`${one}.${other}@example.com`)).not.toBe(mailboxOf(`${one}${other}@example.com`));
      }),
    );
  });

  test("differs where the name or the domain differs", () => {
    fc.assert(
      fc.property(word, word, domain, (one, other, at) => {
        expect(mailboxOf(`${one}@${at}`) === mailboxOf(`${other}@${at}`)).toBe(one === other);
        expect(mailboxOf(`${one}@${at}`)).not.toBe(mailboxOf(`${one}@elsewhere.example`));
      }),
    );
  });

  test("is itself an address of that mailbox, and any text has one", () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: "grapheme" })), (email) => {
        expect(mailboxOf(mailboxOf(email))).toBe(mailboxOf(email));
      }),
    );
  });

  test("has one stem for all of its addresses, the one that the database computes", () => {
    const ofDatabase = (email: string): string =>
      (email.toLowerCase().split("@")[0] ?? "").split("+")[0]?.replaceAll(".", "") ?? "";
    fc.assert(
      fc.property(word, word, domain, tag, fc.boolean(), (one, other, at, tagged, isUpper) => {
        const email = spelt(`${one}.${other}`, at, tagged, isUpper);
        expect(mailboxStem(email)).toBe(ofDatabase(email));
      }),
    );
  });

  test.each([
    ["Mara.Brandt+news@GoogleMail.com", "marabrandt@gmail.com"],
    ["mara.brandt+a+b@Radwerk.example", "mara.brandt@radwerk.example"],
    ["+only@example.com", "+only@example.com"],
    ["jo@Bücher.example", "jo@xn--bcher-kva.example"],
  ])("of %s is %s", (email, mailbox) => {
    expect(mailboxOf(email)).toBe(mailbox);
  });
});
