import type { TenderRecord } from "../../apis.ts";
import { apiRecords } from "../../apis.ts";
import { type BidDate, bidDatesIn, type BidPlan, bidPlan } from "../../domain/bidDates.ts";
import { type Check, checksOf, type Verdict, worstOf } from "../../domain/bidCheck.ts";
import { type BidDecision, decideBid } from "../../domain/bidDecision.ts";
import { localDateOf } from "#src/kit/time/clocks.ts";
import { dayText } from "#src/kit/time/dateTexts.ts";
import { addDays, daysInclusive } from "#src/kit/time/dates.ts";
import { holidayCountries } from "../../domain/holidays.ts";
import { addWorkdays, workdaysOf } from "../../domain/procurementDates.ts";
import { legalPeriods, regimeOf } from "../../domain/procurementRules.ts";
import type { AwardCriterion } from "../../domain/awardCriteria.ts";
import { buyerIn, type Demand, readTender, type TenderReading } from "../../domain/tenderDemands.ts";
import { type PriceSheet, priceSheetsIn } from "../../domain/priceSheet.ts";
import type { RankedNotice } from "../../domain/tenderFit.ts";
import { passagesIn, type PassageLocation, locationOf, type TenderFile } from "../../domain/tenderText.ts";
import { half } from "../../kit/bilingual.ts";
import type { Answer, Figures, ReadRequest, Scene } from "../../kit/state.ts";
import type { WorkflowContext } from "../../workflow.ts";
import { draftLanguageOf } from "../../domain/wording.ts";
import { implicitDemands } from "./implicitDemands.ts";
import { type Form, isNoticeNumber } from "./form.ts";
import { rankedNotices, searchRequests } from "./notices.ts";

/*
 * What is computed of a tender for a bidder: its demands with their places, what can be checked, dates, the decision.
 */

export type Status = "open" | "yes" | "partly" | "no";

export interface NumberedDemand extends Demand {
  id: string;
  /** `R1`, in the order of the documents; those that a writer found come last. */
  label: string;
  checks: Check[];
  verdict: Verdict | null;
  status: Status;
}

export interface Facts {
  files: TenderFile[];
  demands: NumberedDemand[];
  criteria: (AwardCriterion & { id: string })[];
  dates: BidDate[];
  buyer: string;
  /** Empty while nobody knows it. */
  deadline: string;
  deadlineTime: string;
  questionsUntil: string;
  /** Dates that the documents call the deadline, when they are several. */
  deadlines: string[];
  plan: BidPlan | null;
  daysLeft: number | null;
  decision: BidDecision;
  fitPercent: number | null;
  openMusts: number;
  /** Musts that are not met, by label. */
  knockOuts: string[];
  /** Percent of the criteria together; null with points, or without any. */
  weightSum: number | null;
  /** Price sheets among the attached files, worked out again. */
  sheets: (PriceSheet & { file: string })[];
  notices: RankedNotice[];
  today: string;
}
export type BidScene = Scene<Form, Facts>;

const pasted = "Pasted text | Eingefügter Text";

/** What is read to answer a tender: its files, and the notice. */
export function tenderRequests({ attachments, notice, research }: Form): ReadRequest[] {
  const files = attachments.map((fileId): ReadRequest => ({ kind: "file", fileId }));
  if (research !== "web" || notice === "") return files;
  return [
    ...files,
    isNoticeNumber(notice)
      ? { kind: "api", api: "ted", query: { numbers: [notice.trim()], onlyOpen: false } }
      : { kind: "url", url: notice },
  ];
}

const recordText = ({ title, buyer, summary, deadline, procedure, place }: TenderRecord): string =>
  [
    title,
    buyer === "" ? "" : `Contracting authority: ${buyer}`,
    summary,
    deadline === "" ? "" : `Deadline for bids: ${deadline}`,
    procedure,
    place,
  ]
    .filter(Boolean)
    .join("\n\n");

function filesOf(
  values: Form,
  context: WorkflowContext,
  textOf: (request: ReadRequest) => string | null,
): TenderFile[] {
  const language = draftLanguageOf(values.goalLanguage);
  const read = tenderRequests(values).flatMap((request): TenderFile[] => {
    const text = textOf(request) ?? "";
    if (text === "") return [];
    const source = context.sources.find((one) => one.text === text)?.source;
    if (request.kind !== "api") return [{ id: source?.id ?? "f", title: source?.title ?? values.notice, text }];
    return (apiRecords("ted", text) ?? []).map((record) => ({
      id: source?.id ?? "n",
      title: `TED ${record.id}`,
      text: recordText(record),
    }));
  });
  return [
    ...(values.tenderText.trim() === "" ? [] : [{ id: "t", title: half(pasted, language), text: values.tenderText }]),
    ...read,
  ];
}

interface Reading extends TenderReading {
  /** Every passage with its place, for demands that only a writer found. */
  passages: { words: string; place: PassageLocation }[];
  dates: BidDate[];
  buyer: string;
  sheets: Facts["sheets"];
}
/** Documents are read once for a form, not once for each half-written answer. */
const readings = new WeakMap<Form, { files: readonly TenderFile[]; reading: Reading }>();

function readingOf(values: Form, files: readonly TenderFile[]): Reading {
  const known = readings.get(values);
  if (
    known?.files.length === files.length &&
    known.files.every((file, at) => file.text === files[at]?.text && file.title === files[at].title)
  )
    return known.reading;
  const passages = files.flatMap((file) =>
    passagesIn(file.text).map((passage) => ({ words: plain(passage.text), place: locationOf(file, passage) })),
  );
  const sheets = files.flatMap(({ title, text }) => priceSheetsIn(text).map((sheet) => ({ ...sheet, file: title })));
  const reading = { ...readTender(files), passages, dates: bidDatesIn(files), buyer: buyerIn(files), sheets };
  readings.set(values, { files, reading });
  return reading;
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Demands that a writer found beyond the rules; those that rules have found, too, are left out. */
function foundDemands(answer: Answer, { demands: known, passages }: Reading, files: readonly TenderFile[]): Demand[] {
  const seen = known.map(({ text }) => plain(text));
  return implicitDemands.of({ answer }).flatMap(({ id, kind, said }): Demand[] => {
    const words = plain(said);
    if (words === "" || seen.some((one) => one.includes(words) || words.includes(one))) return [];
    seen.push(words);
    const file = files.find((one) => id.startsWith(`${one.id}.`))?.title ?? "";
    const holding = passages.filter((one) => one.words.includes(words));
    // Longer than its passage: the passage that holds most of it.
    const within = passages
      .filter((one) => one.words !== "" && ` ${words} `.includes(` ${one.words} `))
      .toSorted((a, b) => b.words.length - a.words.length);
    const there = holding.length > 0 ? holding : within;
    const place = (there.find((one) => one.place.file === file) ?? there[0])?.place;
    return [
      {
        kind,
        text: said,
        lead: "",
        topic: "service",
        isHandedIn: false,
        place: place ?? { file, no: "", section: "", page: null },
      },
    ];
  });
}

/** Lines of the matrix as they are stored, and nothing that a writer may have claimed beyond them. */
const written = (answer: Answer): { id: string; status: Status; proof: string }[] =>
  ((answer["answers"] as Partial<{ id: string; status: Status; proof: string }>[] | undefined) ?? []).map((row) => ({
    id: row.id ?? "",
    status: row.status ?? "open",
    proof: row.proof ?? "",
  }));

/** Called met without a proof, where the comparison with the form does not prove it either. */
export const lacksProof = (verdict: Verdict | null, row: { status: Status; proof: string }): boolean =>
  row.status === "yes" && row.proof === "" && verdict !== "yes" && verdict !== "no";

/** What counts: code before words, and “met” only with a proof. */
function statusOf(verdict: Verdict | null, row: { status: Status; proof: string } | undefined): Status {
  if (verdict === "no") return "no";
  if (row === undefined || row.status === "open") return verdict === "yes" ? "yes" : "open";
  return lacksProof(verdict, row) ? "open" : row.status;
}

const worth: Readonly<Record<Status, number>> = { yes: 1, partly: 0.5, no: 0, open: 0 };
/** Hours of a working day that one person has for a bid. */
const hoursOfDay = 6;

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
  const today = localDateOf(context.now, context.timeZone);
  const isAnswer = values.mode === "answer";
  const files = isAnswer ? filesOf(values, context, textOf) : [];
  const reading = readingOf(values, files);
  const stated = reading.dates.filter(({ kind }) => kind === "deadline").map(({ date }) => date);
  const deadlines = [
    ...new Set([...(values.deadline === "" || !isAnswer ? [] : [values.deadline]), ...stated]),
  ].toSorted();
  // Of several, the first that is not past: whoever keeps it keeps the others.
  const deadline = values.deadline || (deadlines.find((date) => date >= today) ?? deadlines.at(-1) ?? "");
  const dayOf = (kind: BidDate["kind"]): string => reading.dates.find((one) => one.kind === kind)?.date ?? "";
  const isWorkday = workdaysOf(holidayCountries.find((one) => one === values.country) ?? null);
  const questionsUntil = values.questionsUntil || dayOf("questions");
  const days = { deadline, contract: dayOf("end") || dayOf("start") };
  const rows = new Map(written(answer).map((row) => [row.id, row]));
  const demands = [...reading.demands, ...foundDemands(answer, reading, files)].map((demand, at) => {
    const checks = checksOf(demand, values, days, today);
    const verdict = worstOf(checks);
    const id = `q${at + 1}`;
    return { ...demand, id, label: `R${at + 1}`, checks, verdict, status: statusOf(verdict, rows.get(id)) };
  });
  const weightOf = ({ kind }: Demand): number => (kind === "must" ? 2 : 1);
  const sum = (of: readonly NumberedDemand[], each: (one: NumberedDemand) => number): number =>
    of.reduce((all, one) => all + each(one), 0);
  const judged = demands.filter(({ status }) => status !== "open");
  const fitPercent =
    judged.length === 0
      ? null
      : Math.round((sum(judged, (one) => weightOf(one) * worth[one.status]) / sum(judged, weightOf)) * 100);
  const musts = demands.filter(({ kind }) => kind === "must");
  const knockOuts = musts.filter(({ status }) => status === "no").map(({ label }) => label);
  const openMusts = musts.filter(({ status }) => status === "open").length;
  const plan =
    deadline === ""
      ? null
      : bidPlan(today, deadline, questionsUntil || lastAsking(values, deadline, isWorkday), isWorkday);
  const percents = reading.criteria.filter(({ unit }) => unit === "%");
  return {
    files,
    demands,
    criteria: reading.criteria.map((criterion, at) => ({ ...criterion, id: `c${at + 1}` })),
    dates: reading.dates,
    buyer: values.buyer || reading.buyer,
    deadline,
    deadlineTime: reading.dates.find(({ kind, date }) => kind === "deadline" && date === deadline)?.time ?? "",
    questionsUntil,
    deadlines,
    plan,
    daysLeft: deadline === "" ? null : daysInclusive(today, deadline) - 1,
    fitPercent,
    openMusts,
    knockOuts,
    weightSum:
      percents.length === 0 || percents.length < reading.criteria.length
        ? null
        : Math.round(percents.reduce((all, { weight }) => all + weight, 0) * 100) / 100,
    decision: decideBid({
      fitPercent,
      judged: demands.length === 0 ? 0 : sum(judged, weightOf) / sum(demands, weightOf),
      bidHours: values.bidHours,
      hoursLeft: plan === null ? null : plan.workdays * hoursOfDay,
      bids: values.bids,
      price: values.price,
      cost: values.cost,
      hourCost: values.hourCost,
      knockOuts: knockOuts.length,
      openMusts,
      isLate: deadline !== "" && deadline < today,
    }),
    sheets: reading.sheets,
    notices: isAnswer ? [] : rankedNotices(values, textOf, today),
    today,
  };
}

/** Days before the last answers of the buyer by which a question has to be there. */
const workdaysToAnswer = 4;

/**
 * The last day on which a question is still answered, where the documents name none: answers are out some days before.
 */
function lastAsking({ country }: Form, deadline: string, isWorkday: ReturnType<typeof workdaysOf>): string {
  const legal = legalPeriods(regimeOf(country), { buyer: "local", kind: "service", procedure: "open", isAbove: true });
  return legal.answersBefore === null
    ? ""
    : addWorkdays(addDays(deadline, -legal.answersBefore.days), -workdaysToAnswer, isWorkday);
}

/** Everything that is read, in both modes. */
export const requestsOf = (values: Form): ReadRequest[] =>
  values.mode === "answer" ? tenderRequests(values) : searchRequests(values);

export const labelOf = (id: string, scene: BidScene): string | null =>
  scene.facts.demands.find((one) => one.id === id)?.label ?? null;

export function figuresOf({ facts, language }: BidScene): Figures {
  return {
    ...(facts.deadline === ""
      ? {}
      : { deadlineDay: { label: "Deadline for bids | Angebotsfrist", text: dayText(facts.deadline, language) } }),
    ...(facts.questionsUntil === ""
      ? {}
      : {
          questionsDay: { label: "Questions until | Bieterfragen bis", text: dayText(facts.questionsUntil, language) },
        }),
  };
}

export const inMode =
  (mode: Form["mode"]) =>
  ({ form: { mode: chosen } }: { form: Form }): boolean =>
    chosen === mode;
