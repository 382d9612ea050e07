import type { WorkflowContext } from "../../workflow.ts";
import type { Claim, Section, Source } from "#src/features/documents/document.ts";
import { computedClaim, ownClaim, quotedClaim, standsIn } from "../claims.ts";
import { type DraftLanguage, fill, figure, percent } from "../../domain/wording.ts";
import { givesReason } from "./english.ts";
import { isComplete } from "./gherkin.ts";
import { investLetters, slices, type Story, type StoryData } from "./storyData.ts";
import type { StoryForm } from "./storyForm.ts";
import { storyWords } from "./storyWords.ts";
import { storyTitle } from "./trackerCsv.ts";

/** Keys of the sections that are composed here; a model's own sections have others. */
export const isOurSection = (key: string): boolean =>
  /^(?:epic|constraints|overview|map|s\d\d|splits|duplicates|ready|open)$/.test(key);

/** Ids of the claims that are made here. */
export const isOurClaim = (id: string): boolean => /^(?:own|sum)-/.test(id);

interface Composed {
  sections: Section[];
  claims: Claim[];
}

interface Material {
  form: StoryForm;
  context: WorkflowContext;
  language: DraftLanguage;
  /** Sentences of the text that ask for nothing. */
  background: readonly string[];
  compared: number;
  openQuestions: readonly string[];
}

/** Where a sentence stands: a field of the form, or a source that was read. */
export function placeOf(
  words: string,
  form: StoryForm,
  context: WorkflowContext,
): { field: string } | { source: Source } | null {
  const fields = ["feature", "context", "constraints", "notes", "existingStories"] as const;
  const plain = words.replace(/\s+/g, " ").trim();
  const field = fields.find(
    (name) => plain !== "" && (standsIn(plain, form[name]) || form[name].replace(/\s+/g, " ").includes(plain)),
  );
  if (field !== undefined) return { field };
  const found = context.sources.find(({ text }) => standsIn(plain, text));
  return found === undefined ? null : { source: found.source };
}

/** Composes the document of a set of stories: every section is reckoned from the data. */
export function composeStories(data: StoryData, material: Material): Composed {
  const { form, context, language, background, compared, openQuestions } = material;
  const { say, edge, qualities, invest, slices: sliceNames } = storyWords(language);
  const t = (key: string, values: Record<string, string | number> = {}): string =>
    fill(say[key] ?? key, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])));
  const claims: Claim[] = [];
  const claimOf = new Map<string, string>();
  const claimFor = (words: string): string[] => {
    const known = claimOf.get(words);
    if (known !== undefined) return [known];
    const place = placeOf(words, form, context);
    if (place === null) return [];
    const id = `own-${claimOf.size + 1}`;
    claims.push("field" in place ? ownClaim(id, words, place.field) : quotedClaim(id, words, words, place.source.id));
    claimOf.set(words, id);
    return [id];
  };
  const sum = (id: string, text: string, computation: string): string => {
    claims.push(computedClaim(id, text, computation));
    return id;
  };
  const yesNo = (holds: boolean): string => t(holds ? "yes" : "no");

  const testable = ({ acceptance }: Story): number => acceptance.filter(isComplete).length;
  const criteria = data.stories.reduce((all, story) => all + testable(story), 0);
  const openEdges = data.stories.reduce(
    (all, { edgeCases }) => all + edgeCases.filter(({ isOpen }) => isOpen).length,
    0,
  );
  const countLine = t("countLine", { stories: data.stories.length, criteria, open: openEdges });
  const counted = t("countSum", {
    parts: `${data.stories.map((story) => `${story.id} ${testable(story)}`).join(" + ")} = ${criteria}`,
  });
  const sizes = data.stories.map(({ estimate }) => estimate.label).filter(Boolean);
  const points = sizes.reduce((all, label) => all + Number(label), 0);
  const shirts = [...new Set(sizes)]
    .map((label) => `${label} × ${sizes.filter((one) => one === label).length}`)
    .join(", ");
  const sizeLine =
    sizes.length === 0
      ? ""
      : Number.isNaN(points)
        ? t("shirtsLine", { sizes: shirts })
        : t("pointsLine", { points: figure(points, language) });

  const epic: Section = {
    key: "epic",
    title: t("epic"),
    blocks: [
      { type: "h", text: data.epic.title },
      { type: "p", text: t("goalLine", { goal: data.epic.goal }) },
      { type: "p", text: countLine, claimIds: [sum("sum-count", countLine, counted)] },
      ...(sizeLine === ""
        ? []
        : [
            { type: "p" as const, text: sizeLine, claimIds: [sum("sum-size", sizeLine, sizes.join(" + "))] },
            { type: "callout" as const, tone: "info" as const, text: t("estimateNote") },
          ]),
      ...(background.length === 0
        ? []
        : [{ type: "list" as const, ordered: false, items: [...background], claimIds: background.flatMap(claimFor) }]),
    ],
  };
  const constraints: Section[] =
    data.constraints.length === 0
      ? []
      : [
          {
            key: "constraints",
            title: t("constraints"),
            blocks: [
              {
                type: "table",
                columns: [t("constraint"), t("appliesTo")],
                rows: data.constraints.map(({ text, storyIds }) => [
                  text,
                  storyIds.length === 0 ? t("allStories") : storyIds.join(", "),
                ]),
                claimIds: data.constraints.flatMap(({ text }) => claimFor(text)),
              },
            ],
          },
        ];
  const overview: Section = {
    key: "overview",
    title: t("overview"),
    blocks: [
      {
        type: "table",
        columns: [t("story"), t("what"), t("criteriaHead"), t("edgeHead"), t("estimate"), t("invest")],
        rows: data.stories.map((story) => [
          story.id,
          storyTitle(story, data, 120),
          String(testable(story)),
          String(story.edgeCases.length),
          story.estimate.label || "–",
          investLetters
            .map((letter) => (story.invest[letter].holds ? letter.charAt(0).toUpperCase() : "–"))
            .join("\u00a0"),
        ]),
        numeric: [2, 3],
      },
    ],
  };
  const map: Section = {
    key: "map",
    title: t("map"),
    blocks: [
      { type: "p", text: t("mapLine") },
      {
        type: "table",
        columns: [t("activity"), ...slices.map((slice) => sliceNames[slice])],
        rows: data.map.map(({ activity, cells }) => [
          activity,
          ...slices.map((slice) => cells.find((cell) => cell.slice === slice)?.storyIds.join(", ") || "–"),
        ]),
      },
    ],
  };
  const decide = t("toDecide");
  const storySection = (story: Story): Section => {
    const evidence = claimFor(story.evidence);
    return {
      key: story.id,
      title: `${story.id} · ${storyTitle(story, data, 120)}`,
      blocks: [
        { type: "p", text: story.statement },
        ...(evidence.length === 0
          ? []
          : [{ type: "quote" as const, text: story.evidence, by: t("yourWords"), claimIds: evidence }]),
        { type: "h", text: t("acceptance") },
        ...(story.acceptance.length === 0
          ? [{ type: "callout" as const, tone: "gap" as const, text: t("noCriteria") }]
          : form.criteria === "gherkin"
            ? [
                {
                  type: "table" as const,
                  columns: [t("number"), t("given"), t("when"), t("then")],
                  rows: story.acceptance.map(({ given, when, then }, at) => [
                    String(at + 1),
                    given || decide,
                    when || decide,
                    then || decide,
                  ]),
                  numeric: [0],
                },
              ]
            : [
                {
                  type: "checklist" as const,
                  items: story.acceptance.map(({ when, then }) => ({
                    text: [when || decide, then || decide].join(" → "),
                    done: false,
                  })),
                },
              ]),
        ...(story.edgeCases.length === 0
          ? []
          : [
              { type: "h" as const, text: t("edgeDecide") },
              {
                type: "checklist" as const,
                items: story.edgeCases.map(({ kind, text, isOpen }) => ({
                  text: `${edge[kind].name}: ${text}`,
                  done: !isOpen,
                })),
              },
            ]),
        ...(story.nonFunctional.length === 0
          ? []
          : [
              { type: "h" as const, text: t("qualityHead") },
              {
                type: "checklist" as const,
                items: story.nonFunctional.map(({ kind, text, isOpen }) => ({
                  text: `${qualities[kind].name}: ${text}`,
                  done: !isOpen,
                })),
              },
            ]),
        ...(story.estimate.label === ""
          ? []
          : [
              {
                type: "p" as const,
                text: t("estimateLine", { label: story.estimate.label, sum: story.estimate.computation }),
              },
            ]),
        {
          type: "table",
          columns: [t("invest"), t("holdsHead"), t("why")],
          rows: investLetters.map((letter) => [
            invest[letter].name,
            yesNo(story.invest[letter].holds),
            story.invest[letter].reason,
          ]),
        },
        ...(story.testIdeas.length === 0
          ? []
          : [
              { type: "h" as const, text: t("tests") },
              { type: "list" as const, ordered: false, items: story.testIdeas },
            ]),
        ...story.openQuestions.map((text) => ({ type: "callout" as const, tone: "gap" as const, text })),
      ],
    };
  };
  const splits: Section = {
    key: "splits",
    title: t("splits"),
    blocks:
      data.splits.length === 0
        ? [{ type: "p", text: t("noSplits") }]
        : data.splits.flatMap(({ storyId, reason, parts }) => {
            const count =
              reason === "actions"
                ? parts.length
                : (data.stories.find(({ id }) => id === storyId)?.acceptance.length ?? 0);
            return [
              {
                type: "p" as const,
                text: t(reason === "actions" ? "splitActions" : "splitCriteria", {
                  story: storyId,
                  count,
                  limit: form.splitLimit,
                }),
              },
              {
                type: "list" as const,
                ordered: true,
                items: parts.map(({ title, criteria: numbers }) =>
                  numbers.length === 0 ? title : t("splitPart", { title, numbers: numbers.join(", ") }),
                ),
              },
            ];
          }),
  };
  const duplicates: Section = {
    key: "duplicates",
    title: t("duplicates"),
    blocks:
      data.duplicates.length === 0
        ? [
            {
              type: "p",
              text: compared === 0 ? t("noExisting") : t("noDuplicates", { count: figure(compared, language) }),
            },
          ]
        : [
            {
              type: "table",
              columns: [t("story"), t("like"), t("kind"), t("likeness")],
              rows: data.duplicates.map((one) => [
                one.storyId,
                `${one.otherId}: ${one.otherText}`,
                t(one.kind === "existing" ? "duplicateExisting" : "duplicateOwn"),
                percent(one.likeness * 100, language),
              ]),
              numeric: [3],
            },
          ],
  };
  const ready: Section = { key: "ready", title: t("ready"), blocks: [{ type: "checklist", items: data.ready }] };
  const open: Section = {
    key: "open",
    title: t("open"),
    blocks: [
      openQuestions.length === 0
        ? { type: "p", text: t("noOpen") }
        : { type: "list", ordered: false, items: [...openQuestions] },
    ],
  };
  return {
    sections: [epic, ...constraints, overview, map, ...data.stories.map(storySection), splits, duplicates, ready, open],
    claims,
  };
}

/** What a team agrees on before work begins, ticked where the data shows that it holds. */
export function readyOf(data: StoryData, form: StoryForm, limit: number, language: DraftLanguage): StoryData["ready"] {
  const { say } = storyWords(language);
  const all = (holds: (story: Story) => boolean): boolean => data.stories.length > 0 && data.stories.every(holds);
  const item = (key: string, done: boolean): StoryData["ready"][number] => ({
    text: fill(say[key] ?? key, { limit: String(limit) }),
    done,
  });
  return [
    item(
      "readyBenefit",
      all(({ soThat, want }) => soThat.trim() !== "" || givesReason(want)),
    ),
    item(
      "readyCriteria",
      all(({ acceptance }) => acceptance.some(isComplete)),
    ),
    item(
      "readySmall",
      all(({ acceptance }) => acceptance.length <= limit),
    ),
    item(
      "readyEdges",
      all(({ edgeCases }) => edgeCases.every(({ isOpen }) => !isOpen)),
    ),
    ...(form.nonFunctional.length === 0
      ? []
      : [
          item(
            "readyQualities",
            all(({ nonFunctional }) => nonFunctional.every(({ isOpen }) => !isOpen)),
          ),
        ]),
    item(
      "readyDuplicates",
      data.duplicates.every(({ kind }) => kind !== "existing"),
    ),
    item(
      "readyNeeds",
      all(({ dependencies }) => dependencies.length === 0),
    ),
    item("readyEstimate", false),
    item("readyRefinement", form.refinement !== ""),
  ];
}
