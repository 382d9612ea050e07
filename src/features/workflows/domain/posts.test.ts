import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { characterLimit, platforms, postLength } from "#src/features/outcomes/rules.ts";
import { graphemes } from "#src/kit/text.ts";
import {
  bannedIn,
  composePost,
  emojisIn,
  firstLineOf,
  hashtagIdeas,
  hashtagsOf,
  isThreaded,
  limitsPromotion,
  postLimits,
  roomOfThread,
  superlativesIn,
  threaded,
  threadOf,
  trackedLink,
} from "./posts.ts";

const network = fc.constantFrom(...threaded);
const pieces = fc.array(
  fc.constantFrom(
    "A sentence ends here.",
    "short",
    "Straßenbahnhaltestelle",
    "👩‍👩‍👧‍👦",
    "🇩🇪",
    "é",
    "日本語",
    "[Link]",
    "http://a.de",
    "https://example.com/offer.",
    "- item",
    "\n",
    "\n\n",
    "Really? Yes!",
    "x".repeat(700),
  ),
  { maxLength: 120 },
);
const anyText = fc.oneof(
  pieces.map((all) => all.join(" ")),
  fc.string({ unit: "grapheme", maxLength: 900 }),
);
const withoutMark = (post: string): string => post.replace(/ \d+\/\d+$/, "");
const seen = (text: string): string => text.replace(/\s+/g, "");

/** Sentences of very different lengths: a cut at the end of a short one leaves most of a post empty. */
const sentence = fc
  .tuple(fc.array(fc.constantFrom("a", "word", "Besprechung"), { maxLength: 70 }), fc.constantFrom("end.", "Is it?"))
  .map(([before, end]) => ["Begin", ...before, end].join(" "));

describe("a thread", () => {
  test("stays within the limit and loses nothing but white space", () => {
    fc.assert(
      fc.property(anyText, network, (text, platform) => {
        const posts = threadOf(text, platform, "en");
        for (const post of posts) expect(postLength(post, platform)).toBeLessThanOrEqual(characterLimit[platform]);
        const bare = posts.length > 1 ? posts.map(withoutMark) : posts;
        expect(seen(bare.join(""))).toBe(seen(text));
        if (posts.length > 1)
          expect(posts.map((post) => / (\d+\/\d+)$/.exec(post)?.[1])).toEqual(
            posts.map((_, at) => `${at + 1}/${posts.length}`),
          );
      }),
    );
  });

  test("cuts no character, no address and no word that fits into a post", () => {
    fc.assert(
      fc.property(pieces, network, (all, platform) => {
        const text = all.filter((piece) => piece.length < 700).join(" ");
        const posts = threadOf(text, platform, "en");
        const whole = new Set(text.split(/\s+/));
        const bare = posts.length > 1 ? posts.map(withoutMark) : posts;
        for (const word of bare.flatMap((post) => post.split(/\s+/))) expect(whole).toContain(word);
      }),
    );
    const family = "👩‍👩‍👧‍👦".repeat(400);
    const kept = threadOf(family, "Bluesky", "en").map(withoutMark).flatMap(graphemes);
    expect(new Set(kept)).toEqual(new Set(["👩‍👩‍👧‍👦"]));
  });

  test("is cut between paragraphs, then sentences, before words", () => {
    const paragraph = "This is a sentence of about forty letters. ".repeat(5).trim();
    const posts = threadOf(`${paragraph}\n\n${paragraph}`, "X (Twitter)", "en");
    expect(posts.map(withoutMark)).toEqual([paragraph, paragraph]);
    const sentences = threadOf("This is a sentence of about forty letters. ".repeat(12), "X (Twitter)", "en");
    expect(sentences.map(withoutMark).every((post) => post.endsWith("letters."))).toBe(true);
  });

  test("of ten posts and more has room for its longer marks", () => {
    const posts = threadOf("word ".repeat(700), "X (Twitter)", "en");
    expect(posts.length).toBeGreaterThan(10);
    expect(posts.at(-1)).toMatch(new RegExp(` ${posts.length}/${posts.length}$`));
    expect(threadOf(" \n ", "Bluesky", "en")).toEqual([]);
    expect(threadOf(" Hello. ", "Bluesky", "en")).toEqual(["Hello."]);
  });

  test("has as many posts as its room promises", () => {
    fc.assert(
      fc.property(
        network,
        fc.integer({ min: 1, max: 12 }),
        fc.array(sentence, { minLength: 400, maxLength: 400 }),
        (platform, posts, all) => {
          const text = graphemes(all.join(" ")).slice(0, roomOfThread(platform, posts)).join("");
          expect(threadOf(text, platform, "en").length).toBeLessThanOrEqual(posts);
        },
      ),
      // Each sentence fills one post and a third of another, which a cut at its end would leave at that.
      { examples: [["X (Twitter)", 12, Array<string>(400).fill(`Begin ${"word ".repeat(74)}end.`)]] },
    );
  });
});

describe("the length of a post", () => {
  test("counts emojis and East Asian signs twice on X, and an address as 23 everywhere", () => {
    expect([postLength("👩‍🔧 日本", "X (Twitter)"), postLength("👩‍🔧 日本", "Bluesky")]).toEqual([7, 4]);
    expect(postLength("„Ja“ – ä\n[Link]", "X (Twitter)")).toBe(32);
    expect(postLength("5 €", "X (Twitter)")).toBe(4);
  });

  test("has its limits in one table", () => {
    for (const platform of platforms) {
      const { text, usual, visible, pictures, origin } = postLimits[platform];
      expect(text).toBe(characterLimit[platform]);
      expect(usual).toBeLessThanOrEqual(text);
      expect(visible ?? 0).toBeLessThan(usual);
      expect(pictures).toBeGreaterThan(0);
      expect(origin).not.toBe("");
    }
    expect(platforms.filter(isThreaded)).toEqual([...threaded]);
  });
});

describe("hashtags", () => {
  test("are own ones first, once each, up to the number", () => {
    expect(hashtagsOf(["#Raumakustik"], ["raumakustik", "Office Management", "#1", " ", "Büro"], 3, "de")).toEqual([
      "#Raumakustik",
      "#OfficeManagement",
      "#Büro",
    ]);
    expect(hashtagsOf(["a1"], ["b1"], 0, "en")).toEqual([]);
  });

  test("are proposed from words that a text comes back to", () => {
    expect(
      hashtagIdeas("The meeting room echoes. A meeting room with glass. Measure glass, hang glass.", "en"),
    ).toEqual(["#MeetingRoom", "#Glass"]);
    expect(hashtagIdeas("Open on Saturday.", "en")).toEqual([]);
  });
});

describe("a link", () => {
  test("has network, campaign and variant, unless the person has set them", () => {
    expect(trackedLink("https://a.example/b?utm_source=mail#c", "X (Twitter)", "Öffnung im Dezember", "B")).toBe(
      "https://a.example/b?utm_source=mail&utm_medium=social&utm_campaign=oeffnung-im-dezember&utm_content=b#c",
    );
    expect(trackedLink("https://a.example", "LinkedIn", "test the room and not the microphone of it", "A")).toContain(
      "utm_campaign=test-the-room-and-not-the-microphone-of&",
    );
    expect(trackedLink("", "LinkedIn", "x", "A")).toBe("");
    const long = `https://a.example/${"x".repeat(1990)}`;
    expect(trackedLink(long, "LinkedIn", "x", "A")).toBe(long);
  });
});

describe("a post", () => {
  test("begins with its label and ends with link and hashtags", () => {
    expect(composePost({ label: "Anzeige", text: " Text ", link: "[Link]", hashtags: ["#a", "#b"] })).toBe(
      "Anzeige\n\nText\n\n[Link]\n\n#a #b",
    );
    expect(composePost({ label: "", text: "Text", link: "", hashtags: [] })).toBe("Text");
    expect(firstLineOf("\n One \nTwo")).toBe("One");
  });

  test("has emojis that are counted as people see them", () => {
    expect(emojisIn("👩‍🔧 1️⃣ 🇩🇪 ☀️ © → 3")).toBe(4);
  });

  test("has words to avoid also at the beginning of longer ones, not inside of them", () => {
    expect(bannedIn("Unser Teams-Raum im Steamhouse", ["team", "Dampf", " "])).toEqual(["team"]);
    expect(bannedIn("steam and a Team", ["team"])).toEqual(["team"]);
  });

  test("has superlatives that need a proof", () => {
    expect(superlativesIn("We are the best. The Best! Das günstigste Büro, garantiert Nr. 1.")).toEqual([
      "the best",
      "Das günstigste",
      "garantiert",
      "Nr. 1",
    ]);
    expect(superlativesIn("What works best? Die größte Pfeife, die besten Hölzer.")).toEqual([]);
  });
});

test("rules of a community are read for promotion", () => {
  const rules = ["No self-promotion", "Keine Werbung", "No links to shops", "Photos must be your own", "Be kind"];
  expect(rules.filter(limitsPromotion)).toEqual(rules.slice(0, 3));
});
