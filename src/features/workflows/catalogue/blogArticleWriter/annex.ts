import type { WorkflowContext } from "../../workflow.ts";
import type { Block, Claim, Section } from "#src/features/documents/document.ts";
import { computedClaim } from "../claims.ts";
import { datedText, draftLanguageOf, figure, fill, percent } from "../../domain/wording.ts";
import { graphemeCount } from "#src/kit/text.ts";
import { altMax, type ArticleData, excerptMax, metaDescriptionMax, metaTitleMax, titleMax } from "./articleData.ts";
import type { ArticleForm } from "./articleForm.ts";
import { articleWords } from "./articleWords.ts";
import { readings, unusedFiles } from "./material.ts";
import { publishTime } from "./reckon.ts";

/** Sections that are made from `data`; everything else is the article. */
export const annexKeys = [
  "meta",
  "takeaways",
  "facts",
  "faq",
  "teasers",
  "links",
  "sources",
  "images",
  "checks",
] as const;

export const isAnnex = (key: string): boolean => annexKeys.some((one) => one === key);

/** Ids of the claims that are reckoned here. */
export const isReckoned = (id: string): boolean => id.startsWith("sum-");

/** Everything that stands behind the article, and what its figures rest on. */
export function annexOf(
  data: ArticleData,
  form: ArticleForm,
  context: WorkflowContext,
): { sections: Section[]; claims: Claim[] } {
  const language = draftLanguageOf(context.language);
  const { say, lint } = articleWords(language);
  const chars = (text: string, max: number): string =>
    fill(say.chars, { count: figure(graphemeCount(text), language), max: figure(max, language) });
  const plain = (text: string): string => figure(graphemeCount(text), language);
  const { words } = data.readability;
  const share = (100 * words) / form.length;

  const meta: Block = {
    type: "table",
    columns: [say.field, say.value, say.length],
    rows: [
      ...data.titles.map((title, index) => [
        fill(say.title, { number: String(index + 1) }),
        title,
        chars(title, titleMax),
      ]),
      [say.slug, data.slug, plain(data.slug)],
      [say.metaTitle, data.metaTitle, chars(data.metaTitle, metaTitleMax)],
      [say.metaDescription, data.metaDescription, chars(data.metaDescription, metaDescriptionMax)],
      [say.excerpt, data.excerpt, chars(data.excerpt, excerptMax)],
      [say.keyword, data.primaryKeyword, plain(data.primaryKeyword)],
      ...(form.author === "" ? [] : [[say.author, form.author, plain(form.author)]]),
      [say.publish, `${datedText(data.publishOn, language)}, ${publishTime}`, ""],
    ],
    numeric: [2],
  };

  const standing = { own: say.own, source: say.fromSource, open: say.open };
  const titles = new Map(context.sources.map(({ source }) => [source.id, source.title]));
  const claims: Claim[] = [
    computedClaim(
      "sum-words",
      fill(say.wordsLine, {
        words: figure(words, language),
        percent: percent(share, language),
        asked: figure(form.length, language),
      }),
      `${figure(words, language)} ÷ ${figure(form.length, language)} = ${percent(share, language)}`,
    ),
  ];
  const { score, wordsPerSentence, sentences } = data.readability;
  if (score !== null) {
    const perSentence = figure(wordsPerSentence, language, 1);
    claims.push(
      computedClaim(
        "sum-reading",
        fill(say.readingLine, { perSentence, score: figure(score, language) }),
        `${figure(words, language)} ÷ ${figure(sentences, language)} = ${perSentence}`,
      ),
    );
  }
  const compared = readings(form, context).map(({ source }) => source.id);
  if (compared.length > 0) {
    const parts = data.originality.bySource.map((row) => percent(100 * row.overlap, language, 1)).join(", ");
    claims.push(
      computedClaim(
        "sum-overlap",
        fill(say.overlapLine, { percent: percent(100 * data.originality.overlap, language, 1) }),
        `max(${parts}) = ${percent(100 * data.originality.overlap, language, 1)}`,
        compared,
      ),
    );
  }
  const { quoted } = data.originality;
  if (quoted > 0) {
    const share = percent(100 * quoted, language);
    const sum = `${figure(Math.round(quoted * words), language)} ÷ ${figure(words, language)} = ${share}`;
    claims.push(computedClaim("sum-quoted", fill(say.quotedLine, { percent: share }), sum));
  }
  const checks: Block[] = [
    ...claims.map((claim): Block => ({ type: "p", text: claim.text, claimIds: [claim.id] })),
    ...(compared.length > 0 ? [] : [{ type: "p", text: say.overlapNone } satisfies Block]),
    {
      type: "table",
      columns: [say.check, say.found, say.wanted, say.result],
      rows: data.lint.map(({ code, found, wanted, isMet }) => [
        lint[code],
        found,
        wanted,
        isMet ? say.met : say.notMet,
      ]),
    },
  ];

  const isCitedHere = (id: string): boolean =>
    data.externalSources.some(({ sourceId, isCited }) => sourceId === id && isCited);
  const links: Block[] =
    data.internalLinks.length === 0
      ? [{ type: "callout", tone: "info", text: say.linksNone }]
      : [
          {
            type: "table",
            columns: [say.linkWords, say.linkTo, say.place],
            rows: data.internalLinks.map(({ anchor, url, place }) => [anchor, url, place]),
          },
        ];

  const all: [key: (typeof annexKeys)[number], title: string, blocks: Block[]][] = [
    ["meta", say.meta, [meta]],
    [
      "takeaways",
      say.takeaways,
      data.takeaways.length > 0 ? [{ type: "list", ordered: false, items: data.takeaways }] : [],
    ],
    [
      "facts",
      say.facts,
      data.factBox.length > 0
        ? [
            {
              type: "table",
              columns: [say.facts, say.standing],
              rows: data.factBox.map((fact) => [
                fact.text,
                fact.standing === "source"
                  ? fact.sourceIds.map((id) => titles.get(id) ?? id).join(", ")
                  : standing[fact.standing],
              ]),
            },
          ]
        : [],
    ],
    [
      "faq",
      say.faq,
      data.faq.flatMap(({ question, answer }): Block[] => [
        { type: "h", text: question },
        answer === ""
          ? { type: "callout", tone: "gap", text: fill(say.faqOpen, { question }) }
          : { type: "p", text: answer },
      ]),
    ],
    [
      "teasers",
      say.teasers,
      data.teasers.flatMap(({ platform, text, limit }): Block[] => [
        { type: "h", text: `${platform}, ${chars(text, limit)}` },
        { type: "p", text },
      ]),
    ],
    ["links", say.links, links],
    [
      "sources",
      say.sourcesHead,
      data.externalSources.length === 0
        ? []
        : [
            {
              type: "table",
              columns: [say.source, say.linkTo, say.published, say.use],
              rows: data.externalSources.map(({ title, url, publishedAt, isCited }) => [
                title,
                url || say.ownFile,
                publishedAt?.slice(0, 10) ?? "",
                isCited ? say.cited : say.notCited,
              ]),
            },
            ...unusedFiles(form, context, isCitedHere).map((file): Block => ({
              type: "callout",
              tone: "info",
              text: fill(say.fileUnused, { file }),
            })),
          ],
    ],
    [
      "images",
      say.images,
      data.images.length === 0
        ? []
        : [
            {
              type: "table",
              columns: [say.place, say.brief, `${say.alt} (${fill(say.atMost, { number: String(altMax) })})`],
              rows: data.images.map(({ place, brief, alt }) => [place === "cover" ? say.cover : place, brief, alt]),
            },
          ],
    ],
    ["checks", say.checks, checks],
  ];
  return {
    sections: all.filter(([, , blocks]) => blocks.length > 0).map(([key, title, blocks]) => ({ key, title, blocks })),
    claims,
  };
}
