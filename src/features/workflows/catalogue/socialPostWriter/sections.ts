import type { Block } from "#src/features/documents/document.ts";
import { postLimits, threaded } from "../../domain/posts.ts";
import { textBlocks } from "../../domain/textBlocks.ts";
import { beatQuestions, beatRoles, spanText } from "../../domain/video.ts";
import { type Bilingual, half } from "../../kit/bilingual.ts";
import { longText, optional, pick, refs, text } from "../../kit/columns.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { note } from "../../kit/sections.ts";
import { descriptionBlocks, variantBlocks } from "./blocks.ts";
import { approaches, type Facts, finalPost, isOwnPost, type PostScene } from "./facts.ts";
import { type Form, isVideo } from "./form.ts";

/* What a writer gives of a post. */

const { freeRows, rowPerItem } = sectionsFor<Form, Facts>();
const emojiWish = { none: "no emojis", few: "up to 3 emojis", many: "up to 8 emojis" } as const;

export const letterOf = ({ facts }: PostScene, id: string): string | null =>
  facts.variants.find((one) => one.id === id)?.letter ?? null;

export const hashtags = freeRows(
  "hashtags",
  "Hashtags | Hashtags",
  { tag: text("Hashtag | Hashtag", "one word, or two joined, that people of the trade follow", 40) },
  {
    ask: "The given ones first, then mostly those of the trade.",
    count: [1, 10],
    as: "hidden",
    when: ({ facts }) => facts.hashtags > 0,
    own: ({ form: { ownHashtags } }) => ownHashtags.map((tag) => ({ tag })),
  },
);
export const tagsOf = ({ answer }: PostScene): string[] => hashtags.of({ answer }).map(({ tag }) => tag);

export const variants = rowPerItem(
  "variants",
  "Variants | Varianten",
  {
    text: longText(
      "Text | Text",
      "complete post without link and hashtags, lines apart as they are read; the first line carries the post alone",
      1500,
    ),
  },
  {
    ask: "Different posts, not one reworded: each with its own opening, order and length. End with the call to action. Nothing that reads like an advertisement. Where the material contradicts itself, leave both statements out.",
    blocks: (scene, rows) =>
      scene.facts.variants.flatMap((variant) => {
        const written = rows.find(({ id }) => id === variant.id)?.text ?? "";
        return variantBlocks(scene, variant, finalPost(scene, written, tagsOf(scene)), written);
      }),
    items: ({ facts, form }) => {
      const { visible } = postLimits[form.platform];
      return facts.variants.map(({ id, letter, approach }, at) => ({
        id,
        context: [
          `variant ${letter}`,
          approaches[approach].ask,
          `about ${facts.usual} characters or fewer`,
          ...(visible === null ? [] : [`first line at most ${visible} characters`]),
          ...(threaded.some((one) => one === form.platform) && form.threadPosts > 1
            ? [`becomes a thread of up to ${form.threadPosts} posts, cut between sentences`]
            : []),
          `written as “${form.person}”`,
          emojiWish[form.emoji],
        ].join(" | "),
        cells: [letter],
        limits: { text: facts.room },
        ...(at === 0 ? { own: { text: facts.ownPost } } : {}),
      }));
    },
  },
);
export const isWritten = ({ answer, facts }: PostScene): boolean =>
  variants.of({ answer }).some((row) => row.text !== "" && !isOwnPost(facts, row.text));

export const best = freeRows(
  "best",
  "Recommendation | Empfehlung",
  {
    variant: refs("Variant | Variante", "id of the variant to publish, such as v2", (id, scene: PostScene) =>
      letterOf(scene, id),
    ),
    why: text("Why | Warum", "what in it fits goal and readers better than in the others", 240),
    mind: text(
      "Note | Zu beachten",
      "what could go wrong with it and how to answer; contradictions in the material",
      240,
    ),
  },
  {
    ask: "The one to publish.",
    count: [1, 1],
    when: ({ form }) => form.variants > 1,
    after: [variants],
    blocks: (scene, [row]): Block[] => {
      const letter = letterOf(scene, row?.variant[0] ?? "");
      if (!row || letter === null) return [];
      return [
        {
          type: "h",
          text: scene.translate("Publish variant {letter} | Veröffentlichen Sie Variante {letter}", { letter }),
        },
        ...[row.why, row.mind].filter(Boolean).map((one): Block => ({ type: "p", text: scene.show(one) })),
      ];
    },
  },
);

export const headlines = freeRows(
  "headlines",
  "Titles | Titel",
  { title: text("Title | Titel", "says what the reader gets; no capitals for emphasis, no bait", 100) },
  {
    ask: "For the title field of the network, best one first.",
    count: [3, 3],
    when: ({ form: { platform } }) => postLimits[platform].title !== null,
    own: ({ form }) => [{ title: form.requirementTitle.slice(0, 100) }],
    gap: "What does the reader get out of it, in one line? | Was haben Leser davon, in einer Zeile?",
  },
);

export const pictures = rowPerItem(
  "pictures",
  "Pictures | Bilder",
  {
    title: text("Text on picture | Text auf dem Bild", "words on it, at most eight", 70),
    motif: text("Motif | Motiv", "what is to be seen; a picture that they can take or draw themselves", 200),
    alternative: optional(
      text(
        "Alternative text | Alternativtext",
        "what someone who does not see it must know; empty where none is wanted",
        160,
      ),
    ),
  },
  {
    ask: "One idea a picture; the first makes people swipe, the last asks for the action.",
    lead: ["No. | Nr.", "Role | Aufgabe"],
    when: ({ facts }) => facts.pictures.length > 0,
    items: ({ facts, form, translate }) =>
      facts.pictures.map(({ id, role }, at) => ({
        id,
        context: [
          `picture ${at + 1}: ${half(role, "en")}`,
          form.hasAlternativeText ? "with alternative text" : "without alternative text",
        ].join(" | "),
        cells: [String(at + 1), translate(role)],
      })),
    gap: "Which photos or drawings of your own show what the post says ({count:picture is|pictures are} missing)? | Welche eigenen Fotos oder Zeichnungen zeigen, was der Beitrag sagt ({count:Bild fehlt|Bilder fehlen} noch)?",
  },
);

/** A carousel is read slide by slide: each carries a thought of its own below its title. */
export const slides = rowPerItem(
  "slides",
  "Slide texts | Texte der Folien",
  {
    body: text(
      "Text | Text",
      "15 to 40 words that stand below the title and are understood without the post; short lines",
      280,
    ),
  },
  {
    ask: "The slides one after the other tell it whole: the first says what readers get, each one in between one thought of the material, the last the action.",
    lead: ["No. | Nr.", "Title | Titel"],
    isSeries: true,
    after: [pictures],
    when: ({ form, facts }) => form.contentType === 1 && facts.pictures.length > 1,
    items: (scene) => {
      const titles = new Map(pictures.of(scene).map(({ id, title }) => [id, scene.show(title)]));
      const last = scene.facts.pictures.length;
      return scene.facts.pictures.map(({ id, role }, at) => ({
        id,
        context: [`slide ${at + 1} of ${last}`, half(role, "en"), titles.get(id) ?? ""].filter(Boolean).join(" | "),
        cells: [
          String(at + 1),
          titles.get(id) || `[${scene.translate("to be written | noch zu schreiben")}: ${scene.translate(role)}]`,
        ],
        ...(at === last - 1 && scene.form.callToAction !== "" ? { own: { body: scene.form.callToAction } } : {}),
      }));
    },
    gap: "What does each slide say below its title ({count:slide is|slides are} empty)? | Was sagt jede Folie unter ihrem Titel ({count:Folie ist|Folien sind} noch leer)?",
  },
);

export const script = rowPerItem(
  "script",
  "Script | Drehbuch",
  {
    voice: text("Spoken | Gesprochen", "complete spoken words, not more than the beat takes", 260),
    screen: text("On screen | Eingeblendet", "at most six words, not the spoken ones again", 60),
    shot: text("Shot | Einstellung", "what the camera shows", 140),
  },
  {
    ask: "The video of this post, beat by beat; understood without sound.",
    lead: ["Time | Zeit", "Beat | Abschnitt", "Words | Wörter"],
    isSeries: true,
    when: ({ facts }) => facts.beats.length > 0,
    items: ({ facts, form, translate }) =>
      facts.beats.map((beat) => ({
        id: beat.id,
        context: [spanText(beat), beat.role, `at most ${beat.words} words`, half(beatQuestions[beat.role], "en")].join(
          " | ",
        ),
        cells: [spanText(beat), translate(beatRoles[beat.role]), `≤ ${beat.words}`],
        ...(beat.role === "call" ? { own: { voice: form.callToAction } } : {}),
      })),
    gap: "What is said and shown in each part of the video ({count:part is|parts are} empty)? | Was wird in jedem Abschnitt des Videos gesagt und gezeigt ({count:Abschnitt ist|Abschnitte sind} noch leer)?",
  },
);

/** Characters that chapters, link and hashtags take of a description. */
const besideDescription = 1500;
const descriptionGap: Bilingual =
  "What do viewers get out of this video, who is speaking, and where can they learn more? | Was haben Zuschauer von diesem Video, wer spricht, und wo erfahren sie mehr?";
export const description = freeRows(
  "description",
  "Description | Beschreibung",
  {
    text: longText(
      "Description | Beschreibung",
      "complete text of the description field, without link, chapters and hashtags; the first two lines carry it alone, then what is shown, who speaks and from what experience",
      postLimits.YouTube.text - besideDescription,
    ),
  },
  {
    ask: "The description of the video on YouTube: 80 to 250 words, search words where they belong.",
    count: [1, 1],
    after: [script],
    when: ({ form }) => form.platform === "YouTube" && isVideo(form),
    own: ({ facts }) => [{ text: facts.brief.slice(0, postLimits.YouTube.text - besideDescription).toWellFormed() }],
    gap: descriptionGap,
    blocks: (scene, [row]) => {
      const words = scene.show(row?.text ?? "");
      if (words === "") return scene.isWriting ? [] : [note("gap", scene.translate(descriptionGap))];
      const titles = new Map(script.of(scene).map(({ id, screen }) => [id, scene.show(screen)]));
      return descriptionBlocks(scene, words, tagsOf(scene), titles);
    },
  },
);

export const flair = freeRows(
  "flair",
  "Flair | Flair",
  {
    flair: text("Flair | Flair", "name of the flair that the rules or the community suggest", 60),
    why: text("Why | Warum", "what in the rules or the post speaks for it", 160),
  },
  {
    ask: "The flair to choose; where none is named in the material, the kind of flair to look for.",
    count: [1, 1],
    after: [variants],
    when: ({ form: { platform } }) => platform === "Reddit",
    gap: "Which flair does the community require? | Welches Flair verlangt die Community?",
  },
);

export const communityRules = rowPerItem(
  "communityRules",
  "Community rules | Regeln der Community",
  {
    fits: pick("Result | Ergebnis", "whether all variants keep the rule", {
      unclear: "ask the moderators | Moderation fragen",
      breaks: "breaks it | verstößt dagegen",
      fits: "fits | passt",
    }),
    why: text("Why | Warum", "the words of the post that decide it", 160),
  },
  {
    ask: "Each rule against the finished posts.",
    lead: ["Rule | Regel"],
    isSeries: true,
    after: [variants],
    when: ({ facts }) => facts.rules.length > 0,
    items: ({ facts }) => facts.rules.map(({ id, text: rule }) => ({ id, context: rule, cells: [rule] })),
    gap: "Does your post follow the community rules ({count:rule is|rules are} unchecked)? | Hält Ihr Beitrag die Regeln der Community ein ({count:Regel ist|Regeln sind} ungeprüft)?",
  },
);

/** With the link, where the post itself has none. */
export const commentOf = ({ form, show }: PostScene, written: string): string =>
  [show(written), form.isLinkInComment && form.link !== "" ? "[Link]" : ""].filter(Boolean).join("\n");

export const comment = freeRows(
  "comment",
  "First comment | Erster Kommentar",
  { text: text("Comment | Kommentar", "complete comment without the link, in the author's voice", 300) },
  {
    ask: "What the author writes below the post right after publishing: something useful that the post has left out, or the way to what it promises. No repetition.",
    count: [1, 1],
    after: [variants],
    // Where the post ends with it already, only the way to a link is left to say.
    own: ({ form, facts }) =>
      form.callToAction === "" || (facts.isCallInPost && !(form.isLinkInComment && form.link !== ""))
        ? []
        : [{ text: form.callToAction }],
    blocks: (scene, [row]) => textBlocks(commentOf(scene, row?.text ?? "")),
  },
);

export const replies = freeRows(
  "replies",
  "Replies to comments | Antworten auf Kommentare",
  {
    comment: text("Comment | Kommentar", "a comment that is likely under this post, in the words of its reader", 160),
    reply: text("Reply | Antwort", "friendly, concrete, from the material; where it gives no answer, ask back", 280),
  },
  {
    ask: "An objection, a question about price or effort, someone with another experience, someone of the trade.",
    count: [4, 6],
    after: [variants],
    gap: "Which objection will come first, and what will you reply? | Welcher Einwand kommt zuerst, und was antworten Sie?",
  },
);
