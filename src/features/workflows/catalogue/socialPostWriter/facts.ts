import { type Platform, postLength } from "#src/features/outcomes/rules.ts";
import { localDateOf } from "#src/kit/time/clocks.ts";
import { addDays } from "#src/kit/time/dates.ts";
import { type BriefNote, linesOfBrief, publishableBrief, withheldFigures } from "../../domain/postBrief.ts";
import {
  composePost,
  hashtagsOf,
  isThreaded,
  postLimits,
  roomOfThread,
  threadOf,
  trackedLink,
} from "../../domain/posts.ts";
import { type Beat, beatsOf } from "../../domain/video.ts";
import { clipped, oneLine } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { nextWorkday } from "../../kit/effects.ts";
import { type NumberedLine, numberedLines } from "../../kit/lists.ts";
import type { Scene } from "../../kit/state.ts";
import type { WorkflowContext } from "../../workflow.ts";
import { type Form, isVideo, secondsOf } from "./form.ts";

/* What follows from the form of a post: variants with approach and link, pictures, beats of a video, the day. */

export const approaches = {
  scene: {
    name: "a scene | eine Szene",
    ask: "opens with one moment: place, people, what happened",
    question:
      "When did you notice it: where were you, who was there, what was said? | Wann haben Sie es gemerkt: Wo war das, wer war dabei, was wurde gesagt?",
  },
  figure: {
    name: "a figure | eine Zahl",
    ask: "opens with the most surprising figure of the material and says what it means",
    question:
      "Which figure surprises someone who does not know the case? | Welche Zahl überrascht jemanden, der den Fall nicht kennt?",
  },
  contradiction: {
    name: "a contradiction | ein Widerspruch",
    ask: "opens with a common piece of advice and shows from the material why it fails here",
    question: "Which common advice is wrong in this case? | Welcher verbreitete Rat ist in diesem Fall falsch?",
  },
  steps: {
    name: "steps | Schritte",
    ask: "steps that a reader can repeat at once, one a line",
    question: "Which steps can a reader follow today? | Welche Schritte können Leser heute nachmachen?",
  },
  question: {
    name: "a question | eine Frage",
    ask: "puts the decision that readers face themselves, gives the author's own answer, asks for theirs",
    question:
      "What do your readers have to decide, and how did you decide? | Was müssen Ihre Leser entscheiden, und wie haben Sie entschieden?",
  },
} as const satisfies Readonly<Record<string, { name: Bilingual; ask: string; question: Bilingual }>>;
export type Approach = keyof typeof approaches;
const approachNames = Object.keys(approaches) as Approach[];

/** What a picture does in its post. */
const pictureRoles = {
  cover: "cover: makes people watch | Titelbild: weckt Interesse",
  only: "shows it at a glance | zeigt es auf einen Blick",
  first: "makes people stop | lässt innehalten",
  middle: "one point | ein Gedanke",
  last: "asks for the action | fordert zum Handeln auf",
} as const satisfies Readonly<Record<string, Bilingual>>;

export interface Variant {
  id: string;
  letter: string;
  approach: Approach;
  /** Address with its own parameters; empty without a link. */
  link: string;
}

export interface Facts {
  /** The person's words that may be published. */
  brief: string;
  /** The same as a post, with the call to action below it as far as the network has room. */
  ownPost: string;
  /** The call to action is in `ownPost`. */
  isCallInPost: boolean;
  notes: BriefNote[];
  withheld: string[];
  variants: Variant[];
  /** Most characters of a written text; label, link and hashtags have their room beside it. */
  room: number;
  /** Characters that a text should not pass. */
  usual: number;
  hashtags: number;
  pictures: { id: string; role: Bilingual }[];
  beats: Beat[];
  rules: NumberedLine[];
  publishOn: string;
  /** `past`: the day that was given has passed, and the next working day is in its place. */
  publicationDay: "given" | "usual" | "past";
  /** Opens an advertisement. */
  label: Bilingual | null;
}
export type PostScene = Scene<Form, Facts>;

/** Words a second of a calm speaker, and points of a video whose points nobody has listed. */
const [pace, usualPoints] = [2.4, 3] as const;
/** Frames of a story: question, answer, reaction. */
const minFrames = 3;
const maxRules = 20;
/** Characters of a hashtag with its space, for the room of a text. */
const charactersOfTag = 20;
const charactersOfLink = 25;

const adLabel: Bilingual = "Advertisement | Anzeige";

function picturesOf(form: Form): Facts["pictures"] {
  const { contentType, slides, platform } = form;
  const most = postLimits[platform].pictures;
  const count = contentType === 30 ? Math.max(minFrames, slides) : contentType === 1 ? Math.min(slides, most) : 0;
  if (isVideo(form)) return [{ id: "p1", role: pictureRoles.cover }];
  return Array.from({ length: count }, (_, at) => ({
    id: `p${at + 1}`,
    role: pictureRoles[count === 1 ? "only" : at === 0 ? "first" : at === count - 1 ? "last" : "middle"],
  }));
}

/** Hashtags that a post carries; on Reddit they are not in use. */
const hashtagsIn = ({ hashtags, platform }: Form): number => (platform === "Reddit" ? 0 : hashtags);
const isLinkInText = ({ link, isLinkInComment }: Form): boolean => link !== "" && !isLinkInComment;

function roomOf(form: Form, hashtags: number): number {
  const { platform, threadPosts, isAdvertisement } = form;
  const beside =
    hashtags * charactersOfTag + (isLinkInText(form) ? charactersOfLink : 0) + (isAdvertisement ? charactersOfTag : 0);
  return Math.max(80, roomOfThread(platform, isThreaded(platform) ? threadPosts : 1) - beside);
}

export function factsOf(form: Form, context: WorkflowContext): Facts {
  const { platform, goalLanguage } = form;
  const today = localDateOf(context.now, context.timeZone);
  const isAhead = form.publishOn >= today;
  const chosen = form.hook === "mix" ? approachNames : [form.hook, ...approachNames.filter((one) => one !== form.hook)];
  const hashtags = hashtagsIn(form);
  const room = roomOf(form, hashtags);
  const rules = platform === "Reddit" ? form.communityRules.split("\n").map(oneLine) : [];
  const brief = publishableBrief(form.brief, goalLanguage);
  const call = form.callToAction.trim();
  const withCall = call === "" || brief.includes(call) ? brief : `${brief}\n\n${call}`;
  const isCallInPost = call !== "" && postLength(withCall, platform) <= room;
  return {
    brief,
    ownPost: isCallInPost ? withCall : brief,
    isCallInPost,
    notes: linesOfBrief(form.brief, goalLanguage).flat(),
    withheld: withheldFigures(form.brief, goalLanguage),
    variants: chosen.slice(0, form.variants).map((approach, at) => {
      const letter = "ABCDE".charAt(at);
      return {
        id: `v${at + 1}`,
        letter,
        approach,
        link: trackedLink(form.link, platform, form.requirementTitle, letter),
      };
    }),
    room,
    usual: Math.min(room, isThreaded(platform) ? room : postLimits[platform].usual),
    hashtags,
    pictures: picturesOf(form),
    beats: isVideo(form) ? beatsOf(secondsOf(form), usualPoints, pace) : [],
    rules: numberedLines(rules, "r").slice(0, maxRules),
    publishOn: isAhead ? form.publishOn : nextWorkday(addDays(today, 1)),
    publicationDay: isAhead ? "given" : form.publishOn === "" ? "usual" : "past",
    label: form.isAdvertisement ? adLabel : null,
  };
}

/** True for a text that is the person's own and not a writer's. */
export const isOwnPost = ({ brief, ownPost }: Facts, text: string): boolean => text === brief || text === ownPost;

/** A post as it is published, and the pieces in which its network shows it. */
export interface FinalPost {
  text: string;
  pieces: string[];
}

/** @param tags written hashtags; own ones go first. An empty text makes no post. */
export function finalPost(scene: PostScene, written: string, tags: readonly string[]): FinalPost {
  const { form, facts, translate, show } = scene;
  const text =
    written === ""
      ? ""
      : composePost({
          label: facts.label ? translate(facts.label) : "",
          text: show(written),
          link: isLinkInText(form) ? "[Link]" : "",
          hashtags: hashtagsOf(form.ownHashtags, tags, facts.hashtags, form.goalLanguage),
        });
  const pieces = isThreaded(form.platform) ? threadOf(text, form.platform, form.goalLanguage) : [text].filter(Boolean);
  return { text, pieces };
}

/** Title of the post in lists and calendars: its first line. */
export const titleOf = (form: Form, firstLine: string): string =>
  clipped(oneLine(firstLine) || form.requirementTitle, 120);

export const limitOf = (platform: Platform): number => postLimits[platform].text;
