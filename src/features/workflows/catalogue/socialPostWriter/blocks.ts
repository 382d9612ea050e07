import type { Block } from "#src/features/documents/document.ts";
import { postLength } from "#src/features/outcomes/rules.ts";
import { datedText } from "#src/kit/time/dateTexts.ts";
import { firstLineOf, hashtagIdeas, hashtagsOf, postLimits } from "../../domain/posts.ts";
import { textBlocks } from "../../domain/textBlocks.ts";
import { chaptersOf, clockText } from "../../domain/video.ts";
import { figure } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { note, tableOf } from "../../kit/sections.ts";
import { isOwnPost, approaches, type FinalPost, limitOf, type PostScene, type Variant } from "./facts.ts";
import { type goals } from "./form.ts";

/* Posts as they are shown: text, length, thread; days, links and rules beside them. */

/** What shows after a week whether a goal was reached. */
export const measures = {
  talk: "comments from people outside your company | Kommentare von Personen außerhalb Ihres Unternehmens",
  click: "visits from this campaign in your analytics | Besuche aus dieser Kampagne in Ihrer Statistik",
  leads: "enquiries that mention the post | Anfragen, die den Beitrag erwähnen",
  trust: "how often it was saved and shared | wie oft er gespeichert und geteilt wurde",
  hire: "applications and messages about the job | Bewerbungen und Nachrichten zur Stelle",
} as const satisfies Readonly<Record<keyof typeof goals, Bilingual>>;

/** Length of a post, and how much of its first line people see. */
function lengthItems({ form, translate, language }: PostScene, { text, pieces }: FinalPost, written: string): string[] {
  const { platform } = form;
  const { visible } = postLimits[platform];
  return [
    pieces.length > 1
      ? translate(
          "Thread of {count:post|posts}, each up to {limit} characters | Thread aus {count:Beitrag|Beiträgen} mit je bis zu {limit} Zeichen",
          { count: pieces.length, limit: limitOf(platform) },
        )
      : translate("{count} of {limit} characters | {count} von {limit} Zeichen", {
          count: figure(postLength(text, platform), language),
          limit: figure(limitOf(platform), language),
        }),
    ...(visible
      ? [
          translate(
            "First line: {count} of about {visible} visible characters | Erste Zeile: {count} von etwa {visible} sichtbaren Zeichen",
            { count: postLength(firstLineOf(written), platform), visible },
          ),
        ]
      : []),
  ];
}

/** A variant: its post ready to copy, or the question that opens it. */
export function variantBlocks(scene: PostScene, variant: Variant, post: FinalPost, written: string): Block[] {
  const { translate, translateAll, facts, form, isWriting } = scene;
  const isOwn = written !== "" && isOwnPost(facts, written);
  const name = isOwn ? "your words | Ihre Worte" : approaches[variant.approach].name;
  const head: Block = { type: "h", text: `${variant.letter} · ${translate(name)}` };
  const asked = isWriting ? [] : [note("gap", translate(approaches[variant.approach].question))];
  if (post.text === "") return [head, ...asked];
  const thread = tableOf(
    translateAll("Post | Beitrag", "Text | Text", "Characters | Zeichen"),
    post.pieces.map((piece, at) => [String(at + 1), piece, String(postLength(piece, form.platform))]),
    [2],
  );
  return [
    head,
    ...(post.pieces.length > 1 ? thread : textBlocks(post.text)),
    { type: "list", ordered: false, items: lengthItems(scene, post, written) },
    ...(isOwn ? asked : []),
  ];
}

/** Hashtags to choose from while nobody has written any: words that the text comes back to. */
export function hashtagBlocks({ facts, form, translate }: PostScene, written: readonly string[]): Block[] {
  const own = form.ownHashtags.length;
  const ideas =
    written.length > own
      ? []
      : hashtagIdeas([form.requirementTitle, facts.brief, form.source].join("\n"), form.goalLanguage);
  return ideas.length === 0 || facts.hashtags <= own
    ? []
    : [
        note(
          "info",
          translate("Hashtag ideas from your text: {tags} | Hashtag-Ideen aus Ihrem Text: {tags}", {
            tags: ideas.join(" "),
          }),
        ),
      ];
}

/** Day, time, measure, and what `[Link]` stands for. */
export function publishBlocks({ facts, form, translate, translateAll, language }: PostScene): Block[] {
  const links = facts.variants.filter(({ link }) => link !== "");
  return [
    {
      type: "list",
      ordered: false,
      items: [
        translate("{day}, {time} on {platform} | {day}, {time} Uhr auf {platform}", {
          day: datedText(facts.publishOn, language),
          time: form.publishAt,
          platform: form.platform === "Reddit" && form.community !== "" ? `Reddit, ${form.community}` : form.platform,
        }),
        translate("Reply to comments within the first hour. | Beantworten Sie Kommentare in der ersten Stunde."),
        translate("After 7 days, record {what}. | Notieren Sie nach 7 Tagen: {what}.", {
          what: translate(measures[form.goal]),
        }),
      ],
    },
    ...tableOf(
      translateAll("Variant | Variante", "[Link] stands for | [Link] steht für"),
      links.map(({ letter, link }) => [letter, link]),
    ),
  ];
}

/** Times and names of chapters, named by what is on screen. */
const chapterRows = ({ facts }: PostScene, titles: ReadonlyMap<string, string>): string[][] =>
  chaptersOf(facts.beats).flatMap(({ id, from }) => {
    const title = titles.get(id) ?? "";
    return title === "" ? [] : [[clockText(from), title]];
  });

/** Chapters of a video on YouTube. */
export const chapterBlocks = (scene: PostScene, titles: ReadonlyMap<string, string>): Block[] =>
  tableOf(scene.translateAll("From | Ab", "Chapter | Kapitel"), chapterRows(scene, titles));

/** The whole description field of YouTube to copy: label, words, link, chapters of longer videos, hashtags. */
export function descriptionBlocks(
  scene: PostScene,
  words: string,
  tags: readonly string[],
  titles: ReadonlyMap<string, string>,
): Block[] {
  const { form, facts, translate, language } = scene;
  const chapters = form.contentType === 50 ? chapterRows(scene, titles) : [];
  const whole = [
    facts.label ? translate(facts.label) : "",
    words,
    form.link === "" ? "" : "[Link]",
    chapters.map((cells) => cells.join(" ")).join("\n"),
    hashtagsOf(form.ownHashtags, tags, facts.hashtags, form.goalLanguage).join(" "),
  ]
    .filter(Boolean)
    .join("\n\n");
  const [found, most] = [postLength(whole, "YouTube"), postLimits.YouTube.text];
  return [
    ...textBlocks(whole),
    note(
      found > most ? "warn" : "info",
      translate("{count} of {limit} characters | {count} von {limit} Zeichen", {
        count: figure(found, language),
        limit: figure(most, language),
      }),
    ),
  ];
}

/** What the law asks of a post, with where it says so; every line is to be checked for the case at hand. */
export function legalBlocks({ form, facts, translate, translateAll }: PostScene): Block[] {
  const isFilmed = facts.beats.length > 0;
  const lines: [isNeeded: boolean, rule: Bilingual, source: Bilingual][] = [
    [
      form.isAdvertisement,
      "Paid or gifted: the post opens with the label, and the network’s own label is switched on | Bezahlt oder geschenkt: Kennzeichnung am Anfang, zusätzlich die Kennzeichnung des Netzwerks",
      "UWG (Germany) § 5a (4), DDG § 6 | § 5a Abs. 4 UWG, § 6 DDG",
    ],
    [
      facts.pictures.length > 0 || isFilmed,
      "Everyone who can be recognised has agreed to publication | Alle erkennbaren Personen haben der Veröffentlichung zugestimmt",
      "KunstUrhG (Germany) § 22, GDPR Art. 6 | § 22 KunstUrhG, Art. 6 DSGVO",
    ],
    [
      facts.pictures.length > 0 || isFilmed,
      "Pictures are your own or licensed for this use | Die Bilder sind Ihre eigenen oder für diesen Zweck lizenziert",
      "UrhG (Germany) §§ 15, 72 | §§ 15, 72 UrhG",
    ],
    [
      isFilmed,
      "Music is licensed for commercial use | Die Musik ist für gewerbliche Nutzung lizenziert",
      "UrhG (Germany) § 15 | § 15 UrhG",
    ],
    [
      form.goal === "hire",
      "The job is open to all genders and ages | Die Stelle steht allen Geschlechtern und Altersgruppen offen",
      "AGG (Germany) § 11 | § 11 AGG",
    ],
    [
      true,
      "Customers who can be identified have agreed to be named | Erkennbare Kunden haben ihrer Nennung zugestimmt",
      "GDPR Art. 6 | Art. 6 DSGVO",
    ],
    [
      true,
      "Claims and comparisons can be proven | Behauptungen und Vergleiche lassen sich belegen",
      "UWG (Germany) §§ 5, 6 | §§ 5, 6 UWG",
    ],
  ];
  return tableOf(
    translateAll("Before you publish | Vor der Veröffentlichung", "Source | Quelle", "Status | Stand"),
    lines.flatMap(([isNeeded, rule, source]) =>
      isNeeded ? [[translate(rule), translate(source), translate("to be checked | zu prüfen")]] : [],
    ),
  );
}
