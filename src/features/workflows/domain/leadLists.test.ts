import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanEmail, cleanLead, cleanName, cleanPhone, cleanWebsite, emptyLead, type Lead } from "./leadCleaning.ts";
import { leadsInText } from "./leadLists.ts";
import { joinDoubles, knownAmong, likelyTwins, nameKey, ownHost } from "./leadMatching.ts";

const lead = (id: string, changes: Partial<Lead> = {}): Lead => ({
  ...emptyLead,
  id,
  name: id,
  origin: "osm",
  ...changes,
});

describe("cleaning", () => {
  test.each([
    ["0341 5550101", "DE", "+49 341 5550101"],
    ["(0341) 555-01-01", "DE", "+49 341 555 01 01"],
    ["+49 (0) 341 / 55 50 101", "DE", "+49 341 55 50 101"],
    ["0049 341 5550101", "", "+49 341 5550101"],
    ["49 341 5550101", "DE", "+49 341 5550101"],
    ["Tel.: 0117 496 0101", "GB", "+44 117 496 0101"],
    ["Telefon: 0341 5550101", "DE", "+49 341 5550101"],
    ["Telefonnummer 0341 5550101", "DE", "+49 341 5550101"],
    ["Telephone: 0117 496 0101", "GB", "+44 117 496 0101"],
    ["Tel 0341 5550101", "DE", "+49 341 5550101"],
    ["Tel.0341 5550101", "DE", "+49 341 5550101"],
    ["Tel0341 5550101", "DE", "+49 341 5550101"],
    ["Fon: 0341 5550101", "DE", "+49 341 5550101"],
    ["Phone: 0117 496 0101", "GB", "+44 117 496 0101"],
    ["Mobile: +49 171 5550101", "DE", "+49 171 5550101"],
    ["MOBIL +49 171 5550101", "DE", "+49 171 5550101"],
    ["Handy: 0171 5550101", "DE", "+49 171 5550101"],
    ["Fax: 0341 5550102", "DE", ""],
    ["Telefax: 0341 5550102", "DE", ""],
    ["(212) 555-0100", "US", "+1 212 555 0100"],
    ["06 1234 5678", "IT", "+39 06 1234 5678"],
    ["0117 496 0101", "", "0117 496 0101"],
    ["5550101", "DE", "5550101"],
    ["12345", "DE", ""],
    ["ask Bea", "DE", ""],
  ])("writes the number %s of %s as %s", (given, country, wanted) => {
    expect(cleanPhone(given, country)).toBe(wanted);
  });

  test.each([
    ["Team (at) Weidenhof.example", "team@weidenhof.example"],
    ["info [at] x-y [dot] de", "info@x-y.de"],
    ["mailto:Hallo@Quitte.example?subject=x", "hallo@quitte.example"],
    ["<a@b.example>,", "a@b.example"],
    ["mail@kanzlei-mueller.example", "mail@kanzlei-mueller.example"],
    ["noreply@b.example", ""],
    ["name@b.example", ""],
    ["none", ""],
  ])("writes the email %s as %s", (given, wanted) => {
    expect(cleanEmail(given)).toBe(wanted);
  });

  test.each([
    ["www.Loft.example", "https://www.loft.example"],
    ["HTTP://loft.example/?utm_source=map#top", "http://loft.example"],
    ["loft.example/kontakt/", "https://loft.example/kontakt"],
    ["javascript:alert(1)", ""],
    ["a@b.example", ""],
    ["localhost", ""],
  ])("writes the website %s as %s", (given, wanted) => {
    expect(cleanWebsite(given)).toBe(wanted);
  });

  const messy = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.constantFrom(
      "- „Grünraum GmbH“ ;",
      "  GREEN   DESK\u0000",
      "00 49 (0)341-5550 / 12",
      "+ +49 341 555",
      "a (at) b (dot) example",
      "http://x.example//a/?q=1",
      "e\u0301",
      "|:",
    ),
  );
  test("changes nothing that is clean", () => {
    const anyLead = fc.record({
      name: messy,
      email: fc.array(messy, { maxLength: 4 }),
      phone: fc.array(fc.oneof(messy, fc.stringMatching(/^[+0-9 ()/-]{5,20}$/)), { maxLength: 4 }),
      website: fc.oneof(messy, fc.webUrl()),
      street: messy,
      zip: messy,
      country: fc.constantFrom("", "DE", "us", "IT", "GB", "??"),
      notes: messy,
      lat: fc.option(fc.double()),
      lon: fc.option(fc.double()),
    });
    fc.assert(
      fc.property(anyLead, fc.constantFrom("", "DE", "FR", "US"), (given, country) => {
        const clean = cleanLead(lead("x", given), country);
        expect(cleanLead(clean, country)).toEqual(clean);
        expect(cleanName(clean.name)).toBe(clean.name);
      }),
    );
  });
});

describe("lists", () => {
  test("with a head are read by it, in any order of columns", () => {
    const { leads, unread } = leadsInText(
      'Ort;PLZ;Firma;E-Mail;Mitarbeiter\nLeipzig;04155;"Grünraum; Halle";moin@gruenraum.example, zwei@gruenraum.example;12',
      "l",
      "DE",
    );
    expect(unread).toEqual([]);
    expect(leads).toMatchObject([
      {
        id: "l-1",
        name: "Grünraum; Halle",
        email: ["moin@gruenraum.example", "zwei@gruenraum.example"],
        zip: "04155",
        city: "Leipzig",
        notes: "Mitarbeiter: 12",
        from: { name: "list", email: "list", zip: "list", city: "list" },
      },
    ]);
  });

  test("are read by what stands in them when they have no head, and tell lines without a company", () => {
    const { leads, unread } = leadsInText(
      "Backhaus Morgenrot; 04155; hallo@morgenrot.example\nRadboten Nordost; +49 341 5550177; https://radboten.example; 04347 Leipzig; Güterbogen 8\n??? ask Bea\nHub am Kanal <info@hub.example>",
      "l",
      "DE",
    );
    expect(
      leads.map(({ name, email, phone, website, street, zip, city }) => [
        name,
        email,
        phone,
        website,
        street,
        zip,
        city,
      ]),
    ).toEqual([
      ["Backhaus Morgenrot", ["hallo@morgenrot.example"], [], "", "", "04155", ""],
      ["Radboten Nordost", [], ["+49 341 5550177"], "https://radboten.example", "Güterbogen 8", "04347", "Leipzig"],
      ["Hub am Kanal", ["info@hub.example"], [], "", "", "", ""],
    ]);
    expect(unread).toEqual(["??? ask Bea"]);
  });

  test("keep a number behind its label, with a head and without one", () => {
    for (const text of ["Firma;Telefon\nGrünraum;Telefon: 0341 5550101", "Grünraum; Telefon: 0341 5550101; 04155"])
      expect(leadsInText(text, "l", "DE").leads).toMatchObject([
        { name: "Grünraum", phone: ["+49 341 5550101"], notes: "" },
      ]);
  });

  test("mixed of several kinds of lines lose none of them", () => {
    const text =
      "name;mail;tel\nGreen Desk ltd; hello@greendesk.example ;0117 496 0101\nThe Loft cowork , www.loft.example\nloft (the), 0117 496 0102, BS1 4";
    const { leads } = leadsInText(text, "l", "GB");
    expect(leads.map(({ name, email, phone, website, zip }) => [name, email[0], phone[0], website, zip])).toEqual([
      ["Green Desk ltd", "hello@greendesk.example", "+44 117 496 0101", "", ""],
      ["The Loft cowork", undefined, undefined, "https://www.loft.example", ""],
      ["loft (the)", undefined, "+44 117 496 0102", "", "BS1 4"],
    ]);
  });

  test("of cards are read with their escapes and folded lines", () => {
    const cards =
      "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Mara Brandt\r\nORG:Radwerk\\, Brandt;Service\r\nTEL;TYPE=work:0341 5550101\r\nitem1.EMAIL;TYPE=INTERNET:mara@radwerk\r\n .example\r\nADR;TYPE=work:;;Hof 3;Leipzig;;04155;DE\r\nURL:www.radwerk.example\r\nEND:VCARD\r\nBEGIN:VCARD\r\nEND:VCARD";
    const { leads, unread } = leadsInText(cards, "c", "DE");
    expect(leads).toMatchObject([
      {
        name: "Radwerk, Brandt",
        notes: "Mara Brandt",
        email: ["mara@radwerk.example"],
        phone: ["+49 341 5550101"],
        street: "Hof 3",
        zip: "04155",
        city: "Leipzig",
        website: "https://www.radwerk.example",
      },
    ]);
    expect(unread).toEqual(["vCard 2"]);
  });

  test("never carry sensitive columns along", () => {
    const { leads, dropped } = leadsInText("Name;Religion;Email\nAnn;x-faith;ann@a.example", "l");
    expect(dropped).toEqual(["Religion"]);
    expect(JSON.stringify(leads)).not.toContain("x-faith");
  });

  test("of any text are read without failing, and no line is lost", () => {
    const anyCell = fc.constantFrom(
      "",
      "Grünraum GmbH",
      "a@b.example",
      "0341 555010",
      "04155 Leipzig",
      "www.x.example",
      "??",
      '"',
      "x".repeat(300),
      "BEGIN:VCARD",
    );
    fc.assert(
      fc.property(
        fc.array(fc.array(anyCell, { maxLength: 5 }), { maxLength: 12 }),
        fc.constantFrom(";", ",", "\t"),
        (rows, by) => {
          const { leads, unread } = leadsInText(rows.map((row) => row.join(by)).join("\n"), "l", "DE");
          expect(leads.length + unread.length).toBeLessThanOrEqual(rows.length);
          for (const one of leads) expect(one.name).not.toBe("");
        },
      ),
    );
  });
});

describe("doubles", () => {
  const anyLeads = fc
    .array(
      fc.record({
        name: fc.constantFrom("Grünraum GmbH", "GRÜNRAUM", "Loft (das)", "Das Loft", "Hub"),
        email: fc.subarray(["a@x.example", "b@x.example"]),
        phone: fc.subarray(["+49 341 5550101", "0341 5550101"], { maxLength: 1 }),
        website: fc.constantFrom("", "https://x.example", "https://www.x.example/a", "https://facebook.com/x"),
        street: fc.constantFrom("", "Hof 3", "Ring 7"),
        zip: fc.constantFrom("", "04155", "04229"),
        origin: fc.constantFrom("osm" as const, "list" as const, "register" as const),
        signs: fc.subarray(["delivers", "noHttps"]),
      }),
      { maxLength: 9 },
    )
    .map((all) => all.map((one, at) => lead(`n${at}`, one)));
  const shuffled = anyLeads.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })),
  );

  test("are found whatever the order, and nothing that reaches somebody is lost", () => {
    fc.assert(
      fc.property(shuffled, ([all, other]) => {
        const { leads, doubles } = joinDoubles(all);
        expect(joinDoubles(other)).toEqual({ leads, doubles });
        expect(leads.length + doubles).toBe(all.length);
        const reach = (list: readonly Lead[]) => new Set(list.flatMap(({ email }) => email));
        expect(reach(leads)).toEqual(reach(all));
        const [again, before] = [joinDoubles(leads).leads.length, leads.length];
        expect(again).toBeLessThanOrEqual(before);
      }),
    );
  });

  test("share an email, a number, a site, or a name in one place", () => {
    const pairs: [Partial<Lead>, Partial<Lead>, number][] = [
      [{ email: ["a@x.example"] }, { email: ["a@x.example"], phone: ["1"] }, 1],
      [{ phone: ["+49 341 5550101"] }, { phone: ["0341 5550101"] }, 1],
      [{ website: "https://x.example" }, { website: "http://www.x.example/start" }, 1],
      [{ website: "https://facebook.com/a" }, { website: "https://facebook.com/b" }, 2],
      [{ name: "Grünraum GmbH", zip: "04155" }, { name: "GRÜNRAUM", zip: "04155" }, 1],
      [{ name: "Grünraum GmbH", zip: "04155" }, { name: "GRÜNRAUM", zip: "04229" }, 2],
      [{ name: "Grünraum", zip: "04155" }, { name: "Grünraum" }, 1],
      [
        { website: "https://kette.example", street: "Hof 3", zip: "04155" },
        { website: "https://kette.example", street: "Ring 7", zip: "04155" },
        2,
      ],
    ];
    expect(pairs.map(([one, other]) => joinDoubles([lead("a", one), lead("b", other)]).leads.length)).toEqual(
      pairs.map(([, , count]) => count),
    );
  });

  test("keep the person's own record, complete it, and tell which field came from where", () => {
    const own = lead("l1", {
      name: "GRÜNRAUM",
      email: ["a@x.example"],
      origin: "list",
      from: { name: "list", email: "list" },
    });
    const map = lead("n1", {
      name: "Grünraum GmbH",
      email: ["a@x.example"],
      street: "Hof 3",
      zip: "04155",
      from: { name: "osm", street: "osm", zip: "osm", email: "osm" },
    });
    expect(joinDoubles([map, own]).leads).toMatchObject([
      {
        id: "l1",
        name: "Grünraum GmbH",
        street: "Hof 3",
        origin: "list",
        from: { name: "osm", email: "list", street: "osm", zip: "osm" },
      },
    ]);
  });

  test("of what the person has already are known by reach or by name and place", () => {
    const isKnown = knownAmong([
      lead("a", { name: "Lindenapotheke" }),
      lead("b", { name: "Hub", zip: "04155", email: ["h@h.example"] }),
    ]);
    expect(isKnown(lead("1", { name: "Lindenapotheke", zip: "04157" }))).toBe(true);
    expect(isKnown(lead("2", { name: "Hub", zip: "04229" }))).toBe(false);
    expect(isKnown(lead("3", { name: "Other", email: ["h@h.example"] }))).toBe(true);
  });

  test("that nothing proves are named for the person to decide", () => {
    expect(
      likelyTwins([
        lead("1", { name: "Das Loft" }),
        lead("2", { name: "The Loft cowork" }),
        lead("3", { name: "Hub" }),
      ]),
    ).toEqual([["Das Loft", "The Loft cowork"]]);
    expect(nameKey("Das Loft")).toBe(nameKey("Loft (das) GmbH & Co. KG"));
    expect(ownHost("https://www.instagram.com/loft")).toBe("");
  });

  test("among a thousand are found quickly", () => {
    const many = Array.from({ length: 1000 }, (_, at) =>
      lead(`n${at}`, { name: `Bäckerei Nummer ${at % 700}`, zip: String(10_000 + (at % 700)) }),
    );
    const start = performance.now();
    expect(joinDoubles(many).doubles).toBe(300);
    likelyTwins(many);
    expect(performance.now() - start).toBeLessThan(1500);
  });
});
