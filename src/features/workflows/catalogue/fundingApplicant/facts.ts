import { localDateOf } from "#src/kit/time/clocks.ts";
import { dayText } from "#src/kit/time/dateTexts.ts";
import { daysInclusive } from "#src/kit/time/dates.ts";
import { moneyText } from "../../domain/currencies.ts";
import { type Budget, budgetOf } from "../../domain/fundingBudget.ts";
import { type CallDemand, type CallReading, isCallText, readCall } from "../../domain/fundingCall.ts";
import { type Chapter, chapterPlan } from "../../domain/fundingChapters.ts";
import { deMinimisSum, type FirmSize, firmSizeOf } from "../../domain/fundingFirm.ts";
import type { RankedCall } from "../../domain/fundingFit.ts";
import { holidayCountries } from "../../domain/holidays.ts";
import { passagesIn, type PassageLocation, locationOf, type TenderFile } from "../../domain/tenderText.ts";
import { type DraftLanguage, draftLanguageOf, figure } from "../../domain/wording.ts";
import { type Bilingual, half } from "../../kit/bilingual.ts";
import { backPlan, type Milestone } from "../../kit/effects.ts";
import type { Answer, Figures, ReadRequest, Scene } from "../../kit/state.ts";
import type { WorkflowContext } from "../../workflow.ts";
import { materialOf } from "../material.ts";
import { callRequests, rankedCalls } from "./calls.ts";
import { type Eligibility, eligibilityOf } from "./eligibility.ts";
import { implicitDemands } from "./implicitDemands.ts";
import type { Form } from "./form.ts";

/* What is computed of an application: demands of the call with their places, eligibility, budget, dates, points. */

export type Status = "open" | "partly" | "no" | "yes";
export const statuses = {
  open: "unclear | zu klären",
  partly: "partly | teilweise",
  no: "not met | nicht erfüllt",
  yes: "met | erfüllt",
} as const satisfies Record<Status, Bilingual>;

export interface NumberedDemand extends CallDemand {
  id: string;
  /** `R1`, in the order of the call; those that a writer found come last. */
  label: string;
  /** What the comparison of the call's own figures with the form says; null without one. */
  check: Eligibility | null;
  status: Status;
  points: number | null;
}

export interface Facts {
  files: TenderFile[];
  demands: NumberedDemand[];
  terms: CallReading["terms"];
  /** Empty while nobody knows it. */
  deadline: string;
  deadlines: string[];
  daysLeft: number | null;
  milestones: Milestone[];
  budget: Budget;
  rate: number | null;
  size: FirmSize;
  /** Null while nobody knows it. */
  deMinimis: number | null;
  chapters: Chapter[];
  eligibility: Eligibility[];
  failed: string[];
  met: number;
  open: number;
  /** 0 to 100 by the weights of the criteria; null while none has points. */
  points: number | null;
  calls: RankedCall[];
  today: string;
}
export type FundingScene = Scene<Form, Facts>;

export const inMode =
  (mode: Form["mode"]) =>
  ({ form: { mode: chosen } }: { form: Form }): boolean =>
    chosen === mode;

export const euro = ({ language }: { language: DraftLanguage }, value: number): string =>
  moneyText(value, "EUR", language);
/** `2.5` or `2,5`, and no decimals where there are none. */
export const countText = (value: number, language: DraftLanguage): string =>
  figure(value, language, Number.isInteger(value) ? 0 : 1);

const pasted = "Pasted call | Eingefügter Aufruf";

/** What is read for an application: its files, and the page of the call. */
function paperRequests({ attachments, callUrl, research }: Form): ReadRequest[] {
  return [
    ...attachments.map((fileId): ReadRequest => ({ kind: "file", fileId })),
    ...(research === "web" && callUrl !== "" ? [{ kind: "url" as const, url: callUrl }] : []),
  ];
}
/** Pages of the applicant itself: what it says of itself is proof, and no demand of the call. */
const siteRequests = (values: Form): ReadRequest[] =>
  materialOf({ ...values, attachments: [] }, [values.companyWebsite, values.productWebsite], []);
export const requestsOf = (values: Form, answer: Answer): ReadRequest[] =>
  values.mode === "write" ? [...paperRequests(values), ...siteRequests(values)] : callRequests(values, answer);

/** The call itself: pasted, linked, and those files that speak its language. Papers of the firm demand nothing. */
function filesOf(
  values: Form,
  context: WorkflowContext,
  textOf: (request: ReadRequest) => string | null,
): TenderFile[] {
  const language = draftLanguageOf(values.goalLanguage);
  return [
    ...(values.callText.trim() === "" ? [] : [{ id: "t", title: half(pasted, language), text: values.callText }]),
    ...paperRequests(values).flatMap((request): TenderFile[] => {
      const text = textOf(request) ?? "";
      if (request.kind === "file" ? !isCallText(text) : text === "") return [];
      const source = context.sources.find((one) => one.text === text)?.source;
      return [{ id: source?.id ?? "f", title: source?.title ?? values.callUrl, text }];
    }),
  ];
}

interface Reading extends CallReading {
  passages: { words: string; place: PassageLocation }[];
}
/** Documents are read once for a form, not once for each half-written answer. */
const readings = new WeakMap<Form, { files: readonly TenderFile[]; reading: Reading }>();

function readingOf(values: Form, files: readonly TenderFile[]): Reading {
  const known = readings.get(values);
  if (known?.files.length === files.length && known.files.every((file, at) => file.text === files[at]?.text))
    return known.reading;
  const passages = files.flatMap((file) =>
    passagesIn(file.text).map((passage) => ({ words: plain(passage.text), place: locationOf(file, passage) })),
  );
  const reading = { ...readCall(files), passages };
  readings.set(values, { files, reading });
  return reading;
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Demands that a writer found beyond the rules; those that rules have found, too, are left out. */
function foundDemands(answer: Answer, { demands, passages }: Reading): CallDemand[] {
  const seen = demands.map(({ text }) => plain(text));
  return implicitDemands.of({ answer }).flatMap(({ kind, said }): CallDemand[] => {
    const words = plain(said);
    if (words === "" || seen.some((one) => one.includes(words) || words.includes(one))) return [];
    seen.push(words);
    const there = passages.find((one) => one.words !== "" && (one.words.includes(words) || words.includes(one.words)));
    const place = there?.place ?? { file: "", no: "", section: "", page: null };
    return [{ kind, text: said, weight: null, place }];
  });
}

interface MatrixRow {
  id: string;
  status: Status;
  proof: string;
  points: number | null;
}
const written = (answer: Answer): Map<string, MatrixRow> =>
  new Map(
    ((answer["answers"] as Partial<MatrixRow>[] | undefined) ?? []).map((row) => [
      row.id ?? "",
      { id: row.id ?? "", status: row.status ?? "open", proof: row.proof ?? "", points: row.points ?? null },
    ]),
  );

/** What counts: code before words, and “met” only with a proof. */
function statusOf(check: Eligibility | null, row: MatrixRow | undefined): Status {
  if (check?.verdict === "no") return "no";
  if (check?.verdict === "yes") return "yes";
  if (row === undefined) return "open";
  return row.status === "yes" && row.proof === "" ? "open" : row.status;
}

/** Steps back from the deadline: planning values for an application of six weeks. */
const steps = [
  {
    id: "talk",
    title: "Open questions settled with the programme office | Offene Fragen mit dem Projektträger geklärt",
    daysBefore: 42,
  },
  {
    id: "partners",
    title: "Letters of intent and offers in hand | Absichtserklärungen und Angebote liegen vor",
    daysBefore: 26,
  },
  { id: "draft", title: "Full draft with budget | Vollständiger Entwurf mit Finanzplan", daysBefore: 14 },
  {
    id: "review",
    title: "Reviewed by someone not involved | Von Unbeteiligten gegengelesen",
    daysBefore: 10,
  },
  {
    id: "signatures",
    title: "Signatures and annexes complete | Unterschriften und Anlagen vollständig",
    daysBefore: 7,
  },
  { id: "upload", title: "Uploaded to the portal | Im Portal hochgeladen", daysBefore: 2 },
] as const satisfies readonly { id: string; title: Bilingual; daysBefore: number }[];

const maxPoints = 5;

export function factsOf({
  form: values,
  context,
  answer,
  textOf,
}: {
  form: Form;
  context: WorkflowContext;
  answer: Answer;
  textOf: (request: ReadRequest) => string | null;
}): Facts {
  const language = draftLanguageOf(values.goalLanguage);
  const today = localDateOf(context.now, context.timeZone);
  const isWrite = values.mode === "write";
  const files = isWrite ? filesOf(values, context, textOf) : [];
  const reading = readingOf(values, files);
  const { terms } = reading;
  const deadlines = [
    ...new Set([...(values.deadline === "" ? [] : [values.deadline]), ...reading.deadlines]),
  ].toSorted();
  const deadline = !isWrite
    ? ""
    : values.deadline || (deadlines.find((date) => date >= today) ?? deadlines.at(-1) ?? "");
  const rate = values.rate ?? terms.rate?.value ?? null;
  // A rough total stands for its lines until they are known.
  const costs =
    values.costs.length === 0 && values.totalCost !== null
      ? [{ kind: "other" as const, what: "", count: 1, price: values.totalCost, package: 0 }]
      : values.costs;
  const budget = budgetOf({ ...values, costs, rate, maxGrant: terms.maxGrant?.value ?? null });
  const size = firmSizeOf(values.employees, values.turnover, values.balance);
  const isNone = values.deMinimis === "none";
  const isListed = values.deMinimis === "some" && values.aids.length > 0;
  const deMinimis = isNone ? 0 : isListed ? deMinimisSum(values.aids, today) : null;
  const eligibility = eligibilityOf({
    values,
    budget,
    size,
    rate,
    terms,
    deadline,
    deMinimis,
    said: reading.demands.map(({ text }) => text),
    language,
  });
  const rows = written(answer);
  const demands = [...reading.demands, ...foundDemands(answer, reading)].map((demand, at): NumberedDemand => {
    const id = `q${at + 1}`;
    const check = eligibility.find((one) => one.quote !== "" && one.quote.includes(demand.text)) ?? null;
    const row = rows.get(id);
    const points =
      demand.kind !== "criterion" || row?.points === null || row?.points === undefined
        ? null
        : Math.min(maxPoints, Math.max(0, row.points));
    return { ...demand, id, label: `R${at + 1}`, check, points, status: statusOf(check, row) };
  });
  const judged = eligibility.map((one): Eligibility => {
    // What the numbers leave open is judged in the comparison: one document gives the same words one verdict.
    const status = one.verdict === "open" ? demands.find(({ check }) => check === one)?.status : undefined;
    return status === "yes" || status === "no" ? { ...one, verdict: status } : one;
  });
  const scored = demands.filter(({ points }) => points !== null);
  const weights = scored.reduce((sum, { weight }) => sum + (weight ?? 1), 0);
  const country = holidayCountries.find((one) => one === values.country);
  return {
    files,
    demands,
    terms,
    deadline,
    deadlines,
    daysLeft: deadline === "" ? null : daysInclusive(today, deadline) - 1,
    milestones: deadline === "" || deadline < today ? [] : backPlan(deadline, steps, context, language, country),
    budget,
    rate,
    size,
    deMinimis,
    chapters: isWrite ? chapterPlan(values.headings, values.outline, values, language) : [],
    eligibility: judged,
    failed: [
      ...demands.filter(({ kind, status }) => kind !== "criterion" && status === "no").map(({ label }) => label),
      ...eligibility
        .filter((one) => one.verdict === "no" && !demands.some(({ check }) => check === one))
        .map(({ check }) => half(check, language)),
    ],
    met: demands.filter(({ status }) => status === "yes").length,
    open: demands.filter(({ status }) => status === "open" || status === "partly").length,
    points:
      weights === 0
        ? null
        : Math.round(
            (scored.reduce((sum, { weight, points }) => sum + (weight ?? 1) * (points ?? 0), 0) /
              (weights * maxPoints)) *
              100,
          ),
    calls: isWrite ? [] : rankedCalls(values, answer, textOf, today),
    today,
  };
}

export function figuresOf({ facts, form: values, language }: FundingScene): Figures {
  const { budget, rate } = facts;
  if (values.mode === "find" || budget.total === 0) return {};
  const of = (value: number): string => euro({ language }, value);
  return {
    totalCost: {
      label: "Total cost | Gesamtkosten",
      text: of(budget.total),
      how: `${of(budget.direct)} + ${of(budget.overhead)}`,
    },
    ...(budget.grant === null
      ? {}
      : {
          grant: {
            label: "Grant applied for | Beantragte Zuwendung",
            text: of(budget.grant),
            how: `${of(budget.total)} × ${rate ?? 0} %`,
          },
          ownShare: {
            label: "Own share | Eigenanteil",
            text: of(budget.ownShare ?? 0),
            how: `${of(budget.total)} − ${of(budget.grant)}`,
          },
          prefinance: {
            label: "Highest advance outlay | Höchste Vorleistung",
            text: of(budget.prefinance?.amount ?? 0),
          },
        }),
    ...(facts.deMinimis === null
      ? {}
      : {
          deMinimisSum: {
            label: "De minimis aid over three years | De-minimis-Beihilfen in drei Jahren",
            text: of(facts.deMinimis),
          },
        }),
    startDay: { label: "Start | Beginn", text: dayText(values.startOn, language) },
    ...(facts.deadline === ""
      ? {}
      : { deadlineDay: { label: "Deadline | Antragsfrist", text: dayText(facts.deadline, language) } }),
    ...Object.fromEntries(
      facts.milestones.map(({ id, title, date }) => [
        `${id}By`,
        { label: `${title} | ${title}` as const, text: dayText(date, language) },
      ]),
    ),
    ...Object.fromEntries(
      values.costs.map(({ what, count, price }, at) => [
        `cost${at + 1}`,
        {
          label: `${what} | ${what}` as const,
          text: of(Math.round(count * price)),
          how: `${countText(count, language)} × ${of(price)}`,
        },
      ]),
    ),
    personMonths: {
      label: "Person-months | Personenmonate",
      text: countText(budget.personMonths, language),
    },
  };
}

export const labelOf = (id: string, scene: FundingScene): string | null =>
  scene.facts.demands.find((one) => one.id === id)?.label ?? null;
