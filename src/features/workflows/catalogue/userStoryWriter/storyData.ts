/* oxlint-disable unicorn/no-thenable -- `then` of a criterion is text in parsed data; nobody awaits it */
import { z } from "zod";
import { maxStories, qualities, trackers } from "./storyForm.ts";

/** Classes of edge cases that every story is asked about, workflows.md section 19. */
export const edgeClasses = ["empty", "limits", "rights", "offline", "concurrency", "i18n"] as const;
export type EdgeClass = (typeof edgeClasses)[number];

/** The six letters of INVEST. */
export const investLetters = ["independent", "negotiable", "valuable", "estimable", "small", "testable"] as const;
export type InvestLetter = (typeof investLetters)[number];

/** Slices of the story map from left to right in time. */
export const slices = ["first", "next", "later"] as const;
export type Slice = (typeof slices)[number];

const passage = z.string().max(20_000);
const storyId = z.string().max(12);
const reckoned = "leave out: it is reckoned";

const criterion = z.object({
  given: passage.default("").describe("the state before, one clause"),
  when: passage.default("").describe("one action or event"),
  then: passage.default("").describe("one result that can be seen or measured"),
  kind: z
    .enum(["main", "rule", "constraint", "limit"])
    .default("main")
    .describe(
      "main: the usual way; rule: a rule of the business; constraint: a given of technology or law; limit: a number",
    ),
});

const edgeCase = z.object({
  kind: z.enum(edgeClasses),
  text: passage.describe("the case as a criterion"),
  isOpen: z.boolean().default(true).describe("false only when the person's own words decide it"),
});

const quality = z.object({
  kind: z.enum(qualities),
  text: passage.describe("with a number when the material has one"),
  isOpen: z.boolean().default(true).describe("false only when the person's own words decide it"),
});

const flag = z.object({ holds: z.boolean(), reason: passage });
const noFlag = { holds: false, reason: "" };

const story = z.object({
  id: storyId.describe("s01, s02 and so on"),
  role: passage.describe("one of the given roles, letter for letter"),
  situation: passage
    .default("")
    .describe("when it is wanted: continues “When …”; empty when the material does not say"),
  want: passage.describe("continues “I want …” (German: „möchte ich …“), starts with “to” or names what is wanted"),
  soThat: passage
    .default("")
    .describe("continues “so that …” (German: „damit …“); empty when the material does not say"),
  evidence: passage.default("").describe("sentence of the material that the story rests on, copied letter for letter"),
  activity: passage.default("").describe("step of the person's work that it belongs to, two or three words"),
  slice: z.enum(slices).default("next").describe("release: first is the smallest whole that can be used"),
  acceptance: z.array(criterion).max(30).describe("acceptance criteria"),
  edgeCases: z.array(edgeCase).max(24).default([]),
  nonFunctional: z.array(quality).max(16).default([]),
  dependencies: z.array(storyId).max(maxStories).default([]).describe("ids of stories that must be there before"),
  testIdeas: z.array(passage).max(30).default([]),
  openQuestions: z.array(passage).max(30).default([]),
  statement: passage.default("").describe(reckoned),
  estimate: z
    .object({ label: z.string().max(8), size: z.number(), computation: passage })
    .default({ label: "", size: 0, computation: "" })
    .describe(reckoned),
  invest: z
    .object({ independent: flag, negotiable: flag, valuable: flag, estimable: flag, small: flag, testable: flag })
    .default({
      independent: noFlag,
      negotiable: noFlag,
      valuable: noFlag,
      estimable: noFlag,
      small: noFlag,
      testable: noFlag,
    })
    .describe(reckoned),
});

const split = z.object({
  storyId,
  reason: z.enum(["criteria", "actions"]),
  parts: z.array(z.object({ title: passage, criteria: z.array(z.int()).max(30) })).max(30),
});

const duplicate = z.object({
  storyId,
  /** `existing` stands in the person's list, `own` in this result. */
  kind: z.enum(["existing", "own"]),
  otherId: passage,
  otherText: passage,
  /** 0 to 1. */
  likeness: z.number(),
});

const cell = z.object({ slice: z.enum(slices), storyIds: z.array(storyId).max(maxStories) });

/** Typed payload of a set of user stories. */
export const storyData = z.object({
  epic: z.object({
    title: passage,
    goal: passage.describe("what changes for whom when all stories are done, one sentence"),
  }),
  stories: z.array(story).max(60),
  constraints: z
    .array(z.object({ text: passage, storyIds: z.array(storyId).max(maxStories) }))
    .max(200)
    .default([])
    .describe(reckoned),
  splits: z.array(split).max(40).default([]).describe(reckoned),
  duplicates: z.array(duplicate).max(200).default([]).describe(reckoned),
  map: z
    .array(z.object({ activity: passage, cells: z.array(cell).max(slices.length) }))
    .max(maxStories)
    .default([])
    .describe(reckoned),
  ready: z
    .array(z.object({ text: passage, done: z.boolean() }))
    .max(20)
    .default([])
    .describe(reckoned),
  tracker: z.enum(trackers).default("Jira").describe(reckoned),
  /** Language of what is reckoned. */
  language: z.enum(["en", "de"]).default("en").describe(reckoned),
});

export type StoryData = z.infer<typeof storyData>;
export type Story = StoryData["stories"][number];
export type Criterion = Story["acceptance"][number];
export type EdgeCase = Story["edgeCases"][number];
