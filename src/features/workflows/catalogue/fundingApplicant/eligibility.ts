import { dayText } from "#src/kit/time/dateTexts.ts";
import { moneyText } from "../../domain/currencies.ts";
import type { Budget } from "../../domain/fundingBudget.ts";
import type { CallReading, TermKind } from "../../domain/fundingCall.ts";
import { aidCeiling, deMinimisLimit, type FirmSize } from "../../domain/fundingFirm.ts";
import { isWithinHeads } from "../../domain/fundingFit.ts";
import { type DraftLanguage, figure, percent } from "../../domain/wording.ts";
import { type Bilingual, half } from "../../kit/bilingual.ts";
import type { Form } from "./form.ts";

/* Eligibility that needs no judgement: numbers of the form against numbers of the call and of the law. */

export interface Eligibility {
  check: Bilingual;
  /** The applicant's own value. */
  have: string;
  verdict: "yes" | "no" | "open";
  /** The sentence of the call that decides; empty where the law does. */
  quote: string;
  place: "work" | "budget";
}

export const sizes: Readonly<Record<FirmSize, Bilingual>> = {
  unknown: "unknown | unbekannt",
  micro: "micro enterprise | Kleinstunternehmen",
  small: "small enterprise | kleines Unternehmen",
  medium: "medium-sized enterprise | mittleres Unternehmen",
  large: "large enterprise | großes Unternehmen",
};

interface EligibilityInput {
  values: Form;
  budget: Budget;
  size: FirmSize;
  rate: number | null;
  terms: CallReading["terms"];
  deadline: string;
  deMinimis: number | null;
  /** Sentences of the call that demand something. */
  said: readonly string[];
  language: DraftLanguage;
}

/** European aid law holds here. */
const isInUnion = ({ country }: Form): boolean => ["DE", "AT", "FR", "otherEu"].includes(country);

/** A project must not have begun, and until when. */
const notBegun =
  /not (?:yet )?(?:have )?(?:been )?(?:begun|begin|started|start)|nicht begonnen|noch nicht begonnen|before (?:the )?(?:project|work|start)|vor (?:dem |der )?(?:projekt|vorhaben|maßnahmen)?(?:beginn|start)/i;
const awaits = /approv|award|bewillig|bescheid/i;

/** Own and other money pay for everything: an examiner asks what the grant is for. */
export const isPaidWithoutGrant = ({ ownMoney, otherMoney }: Form, { total }: Budget): boolean =>
  total > 0 && ownMoney + otherMoney >= total;

const is = (value: boolean | null): Eligibility["verdict"] => (value === null ? "open" : value ? "yes" : "no");

export function eligibilityOf(given: EligibilityInput): Eligibility[] {
  const firm = firmChecks(given);
  // Without a call only the firm can be judged.
  return given.values.mode === "find" ? firm : [...firm, ...callChecks(given)];
}

function firmChecks({ values, size, deMinimis, language }: EligibilityInput): Eligibility[] {
  const room = deMinimis === null ? null : deMinimisLimit - deMinimis;
  const none = half("unknown | unbekannt", language);
  if (!isInUnion(values)) return [];
  return [
    {
      check: "Company size | Unternehmensgröße",
      have: half(sizes[size], language),
      verdict: is(size === "unknown" ? null : true),
      quote: "",
      place: "budget",
    },
    {
      check:
        "Remaining de minimis aid (limit: 300,000 € in three years) | Noch mögliche De-minimis-Beihilfen (Grenze: 300.000 € in drei Jahren)",
      have: room === null ? none : moneyText(Math.max(0, room), "EUR", language),
      // A call under another regulation does not ask for it.
      verdict: is(room !== null && room > 0 ? true : null),
      quote: "",
      place: "budget",
    },
  ];
}

function callChecks({
  values,
  budget,
  size,
  rate,
  terms,
  deadline,
  deMinimis,
  said,
  language,
}: EligibilityInput): Eligibility[] {
  const of = (value: number): string => moneyText(value, "EUR", language);
  const none = half("unknown | unbekannt", language);
  const term = (kind: TermKind) => ({ value: terms[kind]?.value ?? null, quote: terms[kind]?.quote ?? "" });
  const ceiling = isInUnion(values) ? aidCeiling(values.projectKind, size, values.partners.length > 0) : null;
  const cost = budget.total > 0 ? budget.total : null;
  const money = values.ownMoney + values.otherMoney;
  // Whatever the grant will be, the own share is no more than the whole cost.
  const coversAll = isPaidWithoutGrant(values, budget);
  const [least, longest, called, highest] = [term("minCost"), term("maxMonths"), term("rate"), term("maxGrant")];
  const heads = said.find((one) => isWithinHeads(one, values.employees) !== null) ?? "";
  const begun = said.find((one) => notBegun.test(one)) ?? "";
  const rows: (Eligibility | null)[] = [
    heads === "" || values.employees === null
      ? null
      : {
          check: "Number of employees | Zahl der Beschäftigten",
          have: figure(values.employees, language),
          verdict: is(isWithinHeads(heads, values.employees) === false ? false : null),
          quote: heads,
          place: "budget",
        },
    called.value === null
      ? null
      : {
          check: "Aid rate within call limits | Förderquote im Rahmen des Aufrufs",
          have: rate === null ? none : percent(rate, language),
          verdict: is(rate === null ? null : rate <= called.value),
          quote: called.quote,
          place: "budget",
        },
    ceiling === null
      ? null
      : {
          check:
            values.partners.length > 0
              ? "Maximum rate under Article 25 of the General Block Exemption Regulation, including 15 points for effective collaboration only | Höchste Quote nach Artikel 25 der Gruppenfreistellungsverordnung, davon 15 Prozentpunkte nur bei wirksamer Zusammenarbeit"
              : "Maximum rate under Article 25 of the General Block Exemption Regulation | Höchste Quote nach Artikel 25 der Gruppenfreistellungsverordnung",
          have: `${rate === null ? none : percent(rate, language)} / ${percent(ceiling, language)}`,
          // Above it a programme may still pay small sums as de minimis aid.
          verdict: is(
            rate === null ? null : rate <= ceiling ? true : (deMinimis ?? 0) >= deMinimisLimit ? false : null,
          ),
          quote: "",
          place: "budget",
        },
    highest.value === null
      ? null
      : {
          check: "Grant within the limit | Höchstbetrag eingehalten",
          have: budget.grant === null || cost === null ? none : of(budget.grant),
          verdict: is(budget.grant === null || cost === null ? null : budget.grant <= highest.value),
          quote: highest.quote,
          place: "budget",
        },
    least.value === null
      ? null
      : {
          check: "Minimum cost met | Mindestkosten erreicht",
          have: cost === null ? none : of(cost),
          verdict: is(cost === null ? null : cost >= least.value),
          quote: least.quote,
          place: "budget",
        },
    {
      check: "Duration | Laufzeit",
      have: half(
        values.months === 1 ? "1 month | 1 Monat" : `${values.months} months | ${values.months} Monate`,
        language,
      ),
      verdict: is(longest.value === null ? null : values.months <= longest.value),
      quote: longest.quote,
      place: "work",
    },
    {
      check: "Start after the application | Beginn nach dem Antrag",
      have: dayText(values.startOn, language),
      // After the deadline is not yet after the approval.
      verdict: is(deadline === "" ? null : values.startOn <= deadline ? false : awaits.test(begun) ? null : true),
      quote: begun,
      place: "work",
    },
    {
      check: "Own share covered | Eigenanteil gedeckt",
      have:
        cost === null || (budget.ownShare === null && !coversAll)
          ? none
          : budget.ownShare === null
            ? half(`${of(money)} of at most ${of(cost)} | ${of(money)} von höchstens ${of(cost)}`, language)
            : half(`${of(money)} of ${of(budget.ownShare)} | ${of(money)} von ${of(budget.ownShare)}`, language),
      verdict: is(cost === null ? null : budget.gap === null ? coversAll || null : budget.gap <= 0),
      quote: "",
      place: "budget",
    },
  ];
  return rows.filter((row) => row !== null);
}
