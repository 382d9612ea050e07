/* oxlint-disable unicorn/no-thenable -- `then` of a criterion is text in parsed data; nobody awaits it */
import { isStopword, sentences, shorten } from "#src/kit/text.ts";
import type { SourceText, WorkflowContext } from "../../workflow.ts";
import { capital, type DraftLanguage, fill, oneLine, quoted } from "../../domain/wording.ts";
import { englishClause, isEnglishVerb, readEnglish } from "./english.ts";
import { germanWishClause, readGerman } from "./german.ts";
import { isKnown, type Need, readNeeds, roleNamed, sharesTopic, topicOf, touchedBy, writtenIn } from "./needs.ts";
import { type Criterion, type EdgeClass, edgeClasses, type Slice, type Story } from "./storyData.ts";
import { type Quality, rolesOf, type StoryForm } from "./storyForm.ts";
import { storyWords, type StoryWords } from "./storyWords.ts";

/** Stories of the person's own words, and what was read beside them. */
export interface Drafted {
  stories: Story[];
  background: string[];
  /** Stories that the text would give beyond the number of the form. */
  left: number;
  isForeign: boolean;
  usesFiles: boolean;
  spreadsOverRoles: boolean;
  hasMust: boolean;
}

/** Text of a person's file that is no table. */
export const isTable = ({ source, text }: SourceText): boolean =>
  /\.(?:csv|tsv|xlsx)$/i.test(source.title) ||
  (/[;,\t]/.test(text.slice(0, Math.min(text.indexOf("\n"), 400))) &&
    /\.txt$/i.test(source.title) &&
    /^"?(?:id|key|summary|title)/i.test(text));

/** Lines and sentences of a field in which each says one thing. */
export const linesOf = (text: string, language: string): string[] =>
  text
    .split(/[\r\n]+/)
    .flatMap((line) => sentences(line.replace(/^\s*(?:[-*•–]|\d{1,2}[.)])\s+/, ""), language))
    .map(oneLine)
    .filter((line) => /[\p{L}\p{N}]/u.test(line));

interface Setting {
  form: StoryForm;
  /** Language of the result. */
  language: DraftLanguage;
  /** Language of the person's text. */
  own: DraftLanguage;
  words: StoryWords;
}

/** A need in the words of the result's language; words of another language are quoted. */
function inLanguage(need: Need, { language, own }: Setting): Need {
  if (language === own) return need;
  const cited = (text: string): string => (text === "" ? "" : quoted(text, language));
  return {
    ...need,
    want: `${language === "de" ? "Folgendes" : "this"}: ${cited(need.words)}`,
    situation: cited(need.situation),
    soThat: cited(need.soThat),
  };
}

const amounts =
  /(?<![\p{L}\d.,:/-])(\d{1,7})(?![\d:/]|[.,]\d)(\s?%|\s?€|\s+\p{L}{1,16}|(?=[A-Za-z]{1,3}\b)\p{L}{1,3})?/gu;

/** Whole numbers of a text with what they count: `20 MB`. Dates, times and bare numbers are left out. */
export function amountsOf(text: string, language: string): { number: number; unit: string }[] {
  const found = [...text.matchAll(amounts)].flatMap((match) => {
    const unit = (match[2] ?? "").trim();
    const number = Number(match[1]);
    const isYear = number >= 1900 && number <= 2100;
    return unit === "" || isStopword(unit, language) || isYear ? [] : [{ number, unit }];
  });
  return [...new Map(found.map((one) => [`${one.number} ${one.unit}`, one])).values()];
}

/** Words by which a text has decided an edge case already. */
const decided: Readonly<Record<EdgeClass, RegExp>> = {
  empty:
    /\b(?:empty|no (?:results?|entries|data|items)|nothing (?:is )?(?:found|there))\b|(?<!\p{L})(?:leer\p{L}*|keine (?:ergebnisse|einträge|treffer|daten))(?!\p{L})/iu,
  limits: /(?!)/,
  rights:
    /\b(?:only (?:an? |the )?\p{L}+|not allowed|permission|may not|must not)\b|(?<!\p{L})(?:nur|nicht berechtigt|berechtigung\p{L}*|dürfen nicht|darf nicht)(?!\p{L})/iu,
  offline:
    /\b(?:offline|no (?:connection|network)|connection (?:is )?lost)\b|(?<!\p{L})(?:ohne (?:netz|verbindung|internet))(?!\p{L})/iu,
  concurrency:
    /\b(?:at the same time|simultaneously|concurrent\w*|double[- ]book\w*|in parallel)\b|(?<!\p{L})(?:gleichzeitig\p{L}*|zur selben zeit|parallel)(?!\p{L})/iu,
  i18n: /\b(?:languages?|translat\w+|locale|currenc(?:y|ies)|right-to-left)\b|(?<!\p{L})(?:sprachen?|mehrsprachig\p{L}*|übersetz\p{L}*|währung\p{L}*)(?!\p{L})/iu,
};

const qualityWords: Readonly<Record<Quality, RegExp>> = {
  performance:
    /\b(?:seconds?|milliseconds?|ms|per (?:second|minute|hour)|response time)\b|(?<!\p{L})(?:sekunden?|millisekunden?|pro (?:sekunde|minute|stunde)|antwortzeit)(?!\p{L})/iu,
  security:
    /\b(?:encrypt\w*|password|two-factor|2fa|sign(?:ed)? in|log(?:ged)? in)\b|(?<!\p{L})(?:verschlüssel\p{L}*|passw\p{L}*|zwei-faktor\p{L}*)(?!\p{L})/iu,
  privacy:
    /\b(?:gdpr|personal data|consent|anonymi[sz]e\w*)\b|(?<!\p{L})(?:dsgvo|personenbezogen\p{L}*|einwilligung\p{L}*|anonymisier\p{L}*)(?!\p{L})/iu,
  accessibility:
    /\b(?:wcag|screen readers?|keyboard)\b|(?<!\p{L})(?:bitv|screenreader\p{L}*|tastatur|barrierefrei\p{L}*)(?!\p{L})/iu,
  reliability:
    /\b(?:uptime|availability|retr(?:y|ies)|backup)\b|(?<!\p{L})(?:verfügbarkeit|ausfall\p{L}*|sicherung\p{L}*)(?!\p{L})/iu,
  usability: /\b(?:without help|clicks?|minutes? to)\b|(?<!\p{L})(?:ohne hilfe|klicks?)(?!\p{L})/iu,
  compatibility: /\b(?:browsers?|android|ios|chrome|firefox|safari|edge)\b/iu,
  observability: /\b(?:logs?|logged|alerts?|monitor\w*)\b|(?<!\p{L})(?:protokoll\p{L}*|alarm\p{L}*)(?!\p{L})/iu,
};

function criteriaOf(need: Need, role: string, constraints: readonly string[], setting: Setting): Criterion[] {
  const { language, own, words } = setting;
  const say = (key: string, values: Record<string, string> = {}): string => fill(words.say[key] ?? "", values);
  const read = own === "de" ? readGerman : readEnglish;
  const acts = say("actAs", { role });
  const isOfSystem =
    need.actor === "" &&
    need.roles.length === 0 &&
    need.priority !== "none" &&
    !/^to\s/.test(need.want) &&
    /^dass\s|\sto\s/.test(need.want);
  const action = language === "de" ? germanWishClause(need.want) : say("iDo", { want: need.want });
  const said = (text: string): string => say("holds", { words: language === own ? text : quoted(text, language) });
  const clauseOf = (text: string): string => (language === "de" ? `dass ${text}` : text);
  // Repeating the wish as its own result tests nothing: only what the system is to do at an event can be seen.
  const result = language === "de" ? `gilt, ${need.want}` : englishClause(need.want);
  const main: Criterion[] =
    isOfSystem && language === own && result !== null
      ? [{ given: acts, when: need.situation || say("openTrigger"), then: result, kind: "main" }]
      : [];
  const given = need.situation !== "" && !isOfSystem && language === own ? clauseOf(need.situation) : acts;
  const rules = need.rules.map((rule): Criterion => {
    const { situation } = read(rule, false, () => false);
    const when = situation === "" ? action : language === own ? situation : quoted(situation, language);
    return { given, when, then: said(rule), kind: /\d/.test(rule) ? "limit" : "rule" };
  });
  const constraint = constraints.map((line): Criterion => ({
    given,
    when: action,
    then: said(line),
    kind: "constraint",
  }));
  const limits = amountsOf([need.words, ...need.rules].join("\n"), own)
    .slice(0, 2)
    .map(({ number, unit }): Criterion => ({
      given: acts,
      when: say("atLimit", { number: `${number} ${unit}` }),
      then: say("limitThen"),
      kind: "limit",
    }));
  return [...main, ...rules, ...constraint, ...limits].slice(0, 30);
}

function edgesOf(need: Need, role: string, material: string, { form, words, language }: Setting): Story["edgeCases"] {
  const asked = form.depth === "quick" ? edgeClasses.slice(0, 3) : edgeClasses;
  return asked.map((kind) => {
    const line = linesOf(material, language).find((one) => decided[kind].test(one));
    return line === undefined
      ? { kind, text: fill(words.edge[kind].ask, { role: quoted(role, language) }), isOpen: true }
      : { kind, text: quoted(line, language), isOpen: false };
  });
}

function testsOf(need: Need, { own, words, form }: Setting): string[] {
  const boundaries = amountsOf([need.words, ...need.rules].join("\n"), own).map(({ number, unit }) =>
    fill(words.say["testLimits"] ?? "", {
      below: String(Math.max(0, number - 1)),
      at: String(number),
      above: String(number + 1),
      unit,
    }),
  );
  const plain = [need.words, ...need.rules].map((what) =>
    fill(words.say["testThat"] ?? "", { what: shorten(what, 300) }),
  );
  return [...plain, ...boundaries].slice(0, form.depth === "quick" ? 2 : form.depth === "deep" ? 12 : 6);
}

/** Steps of the work: headings, else the noun that a need shares with most others, else the title. */
function activityOf(need: Need, needs: readonly Need[], { form, own }: Setting): string {
  if (need.heading !== "") return shorten(need.heading, 60);
  const roles = rolesOf(form);
  const nouns = need.keywords.filter(
    (word) => roleNamed(word, roles) === undefined && (own === "de" ? /^\p{Lu}/u.test(word) : !isEnglishVerb(word)),
  );
  const isIn = (word: string, topic: readonly string[]): boolean => sharesTopic([word.toLowerCase()], topic);
  const shared = nouns
    .map((word) => ({ word, count: needs.filter((other) => isIn(word, other.topic)).length }))
    .filter(({ count }) => count > 1)
    .toSorted((a, b) => b.count - a.count)[0];
  if (shared === undefined) return shorten(oneLine(form.requirementTitle), 60);
  const heading = needs.find(
    (other) => other.heading !== "" && isIn(shared.word, topicOf(other.heading, own)),
  )?.heading;
  const first = needs.flatMap((other) => other.keywords).find((word) => isIn(word, [shared.word.toLowerCase()]));
  return shorten(heading ?? capital(first ?? shared.word), 60);
}

const sliceOf: Readonly<Record<Need["priority"], Slice>> = {
  must: "first",
  should: "next",
  can: "next",
  none: "next",
  later: "later",
};

const makes =
  /\b(?:create|add|upload|import|register|set up|connect)\b|(?<!\p{L})(?:anlegen|erstellen|hochladen|importieren|registrieren|hinzufügen|verbinden)(?!\p{L})/iu;
const follows = /\b(?:after|once)\b|(?<!\p{L})(?:nach|nachdem|sobald)(?!\p{L})/iu;

/** Needs that must be there before: what makes the thing that another one works with, or what it says it follows. */
function needsBefore(need: Need, needs: readonly Need[]): Need[] {
  const least = follows.test(need.words) ? 2 : 1;
  const shared = (other: Need): number =>
    other.topic.filter((word) => need.topic.includes(word) && !isEnglishVerb(word)).length;
  return needs
    .filter((other) => other !== need && makes.test(other.want) && !makes.test(need.want) && shared(other) >= least)
    .slice(0, 2);
}

/** Stories of the form's own text and files, without a model: its sentences, its roles, its numbers, and visible gaps. */
export function draftStories(form: StoryForm, context: WorkflowContext, language: DraftLanguage): Drafted {
  const roles = rolesOf(form);
  const own = writtenIn(`${form.feature}\n${form.context}`, language);
  const setting: Setting = { form, language, own, words: storyWords(language) };
  const reading = readNeeds(form.feature, "form:feature", roles, own);
  const needs = [...reading.needs];
  const files = form.research === "none" ? [] : context.sources.filter((source) => !isTable(source));
  for (const { source, text } of files) {
    const fromFile = readNeeds(text.slice(0, 60_000).toWellFormed(), source.id, roles, writtenIn(text, own)).needs;
    needs.push(
      ...fromFile
        .filter((need) => need.priority !== "none" && need.words.length <= 600 && !isKnown(need.words, needs))
        .slice(0, 20),
    );
  }
  const constraints = linesOf(form.constraints, own);
  const material = [form.context, form.constraints, form.notes].join("\n");

  const pairs = needs.flatMap((need, at) =>
    (need.roles.length > 0 ? need.roles : roles).map((role, turn) => ({ need, at, role, turn })),
  );
  const chosen = pairs
    .toSorted((a, b) => a.turn - b.turn || a.at - b.at)
    .slice(0, form.number)
    .toSorted((a, b) => a.at - b.at || a.turn - b.turn);
  const idOf = (index: number): string => `s${String(index + 1).padStart(2, "0")}`;
  const hasMust = chosen.some(({ need }) => need.priority === "must");
  const begun = new Set<string>();
  const saidBy = needs.map(({ words, rules }) => [words, ...rules].join(" "));
  const touched = touchedBy(constraints, saidBy, own);
  const stories = chosen.map(({ need: raw, role }, index): Story => {
    const need = inLanguage(raw, setting);
    const activity = activityOf(raw, needs, setting);
    const isFirstOfStep = !begun.has(activity);
    begun.add(activity);
    const before = needsBefore(raw, needs);
    const about = constraints.filter((_line, at) => touched[at]?.includes(needs.indexOf(raw)));
    const detail = [raw.words, ...raw.rules, ...about].join("\n");
    return {
      id: idOf(index),
      role,
      situation: need.situation,
      want: need.want,
      soThat: need.soThat,
      evidence: raw.words,
      activity,
      slice: !hasMust && isFirstOfStep && raw.priority !== "later" ? "first" : sliceOf[raw.priority],
      acceptance: criteriaOf(need, role, about, setting),
      edgeCases: edgesOf(need, role, detail, setting),
      nonFunctional: form.nonFunctional.map((kind) => {
        const line = linesOf(`${detail}\n${material}`, own).find((one) => qualityWords[kind].test(one));
        return line === undefined
          ? { kind, text: fill(setting.words.qualities[kind].ask, { role: quoted(role, language) }), isOpen: true }
          : { kind, text: quoted(line, language), isOpen: false };
      }),
      dependencies: chosen
        .flatMap((other, at) =>
          at !== index && before.includes(other.need) && (other.role === role || other.need.roles.length > 0)
            ? [idOf(at)]
            : [],
        )
        .slice(0, 3),
      testIdeas: testsOf(raw, setting),
      openQuestions:
        raw.stranger === ""
          ? []
          : [fill(setting.words.say["askStranger"] ?? "", { story: idOf(index), role: raw.stranger })],
      statement: "",
      estimate: { label: "", size: 0, computation: "" },
      invest: blankInvest,
    };
  });
  return {
    stories,
    background: reading.background,
    left: pairs.length - chosen.length,
    isForeign: own !== language,
    usesFiles: chosen.some(({ need }) => need.origin !== "form:feature"),
    spreadsOverRoles: roles.length > 1 && chosen.some(({ need }) => need.roles.length === 0),
    hasMust,
  };
}

const blank = { holds: false, reason: "" };
const blankInvest: Story["invest"] = {
  independent: blank,
  negotiable: blank,
  valuable: blank,
  estimable: blank,
  small: blank,
  testable: blank,
};
