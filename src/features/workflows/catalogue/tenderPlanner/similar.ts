import type { Block } from "#src/features/documents/document.ts";
import { keywords } from "#src/kit/text.ts";
import { apiRecords, type TenderRecord } from "../../apis.ts";
import { localDateOf } from "#src/kit/time/clocks.ts";
import { dayText } from "#src/kit/time/dateTexts.ts";
import { addDays } from "#src/kit/time/dates.ts";
import { type FitCode, rankNotices } from "../../domain/tenderFit.ts";
import { figure } from "../../domain/wording.ts";
import { half } from "../../kit/bilingual.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { tableOf, type WrittenText } from "../../kit/sections.ts";
import { type ReadRequest, requestKey } from "../../kit/state.ts";
import type { WorkflowContext } from "../../workflow.ts";
import { noticeRequests, noticeServices, type NoticeService } from "../noticeSearch.ts";
import type { Facts, TenderScene } from "./facts.ts";
import type { Form } from "./form.ts";

/*
 * What others have put out to tender: notices of the public services, shown as they are. Code reads them, no writer: a
 * value or a deadline of theirs is a fact of its source.
 */

const { computed } = sectionsFor<Form, Facts>();

/** Notices of one service, and of the table. */
const maxRead = 12;
const maxShown = 10;
/** Days of TED's archive that are looked at: older values say little of today's. */
const archiveDays = 365;

const wordsOf = ({ requirementTitle, need, goalLanguage }: Form): string[] =>
  keywords(`${requirementTitle} ${need}`, goalLanguage, 5);

/** Questions to the services of the form's country; TED of all countries where that has none of its own. */
export const similarRequests = (values: Form, context: Pick<WorkflowContext, "now" | "timeZone">): ReadRequest[] =>
  values.research === "web"
    ? noticeRequests({
        countries: /^[A-Z]{2}$/.test(values.country) ? [values.country] : [],
        cpv: values.cpv,
        words: wordsOf(values),
        regions: [],
        depth: values.depth,
        most: maxRead,
        closedSince: addDays(localDateOf(context.now, context.timeZone), -archiveDays),
        each: true,
      })
    : [];

interface SimilarNotice extends TenderRecord {
  service: NoticeService;
  /** Of the record's own source. */
  sourceId: string;
}

/** What makes a notice a similar one; place, value and time tell only how near it is. */
const likeness: ReadonlySet<FitCode> = new Set(["cpvSame", "cpvNear", "words"]);

/** Notices of the services, the most similar first, each once. */
function similarNotices({ form: values, context, state }: TenderScene): SimilarNotice[] {
  const found = similarRequests(values, context).flatMap((request) => {
    if (request.kind !== "api" || !Object.hasOwn(noticeServices, request.api)) return [];
    const api = request.api as NoticeService;
    const read = state.reads.find((one) => one.request === requestKey(request));
    return (read?.sources ?? []).flatMap(({ source, text }) =>
      (apiRecords(api, text) ?? []).map((record): SimilarNotice => ({ ...record, service: api, sourceId: source.id })),
    );
  });
  const byAddress = new Map(found.map((notice) => [notice.url, notice]));
  // A deadline that has passed makes no notice less similar.
  const ranked = rankNotices(
    found.map(({ service, sourceId: _, ...record }) => ({ record: { ...record, deadline: "" }, api: service })),
    {
      cpv: values.cpv,
      words: wordsOf(values),
      profile: values.need,
      language: values.goalLanguage,
      countries: [],
      regions: [],
      without: [],
      valueFrom: null,
      valueTo: null,
      currency: values.currency,
      leastDays: 0,
      today: localDateOf(context.now, context.timeZone),
    },
  );
  return ranked
    .filter(({ reasons }) => reasons.some(({ code }) => likeness.has(code)))
    .flatMap(({ record }) => byAddress.get(record.url) ?? [])
    .slice(0, maxShown);
}

function similarBlocks(scene: TenderScene): Block[] {
  const { language, translateAll } = scene;
  const day = (date: string): string => (date === "" ? "–" : dayText(date, language));
  return tableOf(
    translateAll(
      "Purchase | Vergabe",
      "Buyer | Auftraggeber",
      "Estimated value | Geschätzter Wert",
      "Published | Veröffentlicht",
      "Bids until | Angebotsfrist",
      "Notice | Bekanntmachung",
    ),
    similarNotices(scene).map(({ title, buyer, country, value, currency, published, deadline, service, url }) => [
      title,
      [buyer, country].filter(Boolean).join(", "),
      value === null ? "–" : [figure(value, language, Number.isInteger(value) ? 0 : 2), currency].join("\u00a0").trim(),
      day(published),
      day(deadline),
      `${half(noticeServices[service], language)}: ${url}`,
    ]),
    [2],
  );
}

export const similar = {
  ...computed(
    "similar",
    "Similar purchases (internal) | Ähnliche Vergaben (intern)",
    similarBlocks,
    (scene) => similarNotices(scene).length > 0,
  ),
  /** The title of each notice is a fact of its own source, which has the rest of the row, too. */
  statements: (scene: TenderScene): WrittenText[] =>
    similarNotices(scene).map(({ title, sourceId }) => ({
      at: `similar/${sourceId}/title`,
      text: title,
      about: [sourceId],
    })),
};
