import type { FieldIssue } from "#src/kit/errors.ts";
import { createListeners } from "../valueStore.ts";
import { type Aliases, type FormProblem, refusedProblems, valueAt } from "./problems.ts";

/** Why a form was not taken: a refusal of the server, or that none came. */
export interface FormRejection {
  code: string;
  /** HTTP status, 0 when no answer came. */
  status?: number;
  /** Seconds to wait. */
  retryAfter?: number | undefined;
  fields?: readonly FieldIssue[] | undefined;
}

/** A refusal that the page places at a field by itself. @param key of the sentence */
export const fieldRefusal = (code: string, name: string, key: string): FormRejection => ({
  code,
  fields: [{ path: name, message: "", messageKey: key }],
});

/** A copy of values with another one at a place. */
function withValue(values: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  const inner = withValue(valueAt(values, [name]), rest, value);
  return Array.isArray(values) ? values.with(Number(name), inner) : { ...Object(values), [name]: inner };
}

const isBelow = (place: string, name: string): boolean => place === name || place.startsWith(`${name}.`);

/** A form while it is filled in. Places are dotted: `channels.0.slot`. */
export type FormStore<Values extends object> = ReturnType<typeof createFormStore<Values>>;

/**
 * Values of a form, what is wrong with them, and what became of sending them. A field is judged once it was left, all of
 * them once the form was sent; what the server refused is marked until something else stands there.
 * @param first the form before anything was typed
 * @param begun what it opens with: `first` with what was kept of it
 * @param judge answers the same for the same values, unless `rejudge` is called
 */
export function createFormStore<Values extends object>(
  first: Values,
  begun: Values,
  judge: (values: Values) => readonly FormProblem[],
) {
  let values = begun;
  let judged: { of: Values; problems: readonly FormProblem[] } | undefined;
  let refused: readonly FormProblem[] = [];
  let left: readonly string[] = [];
  let isTried = false;
  let isDone = false;
  let sending: { isBusy: boolean; refusal: FormRejection | undefined } = { isBusy: false, refusal: undefined };
  const { subscribe, notify } = createListeners();
  const problems = (): readonly FormProblem[] => {
    if (judged?.of !== values) judged = { of: values, problems: judge(values) };
    return judged.problems;
  };
  const change = (name: string, value: unknown): void => {
    values = withValue(values, name.split("."), value) as Values;
    refused = refused.filter(({ path }) => !isBelow(path.join("."), name) && !isBelow(name, path.join(".")));
  };
  const isDirty = (): boolean => JSON.stringify(values) !== JSON.stringify(first);

  return {
    /** Called after every change. Returns the way to stop. */
    subscribe,
    values: (): Values => values,
    get: (name: string): unknown => valueAt(values, name.split(".")),
    set: (name: string, value: unknown): void => {
      change(name, value);
      notify();
    },
    /** Another order of rows, or fewer: `order` holds the indexes that they had. What was judged moves along. */
    reorder: (name: string, order: readonly number[]): void => {
      const rows = valueAt(values, name.split("."));
      change(name, Array.isArray(rows) ? order.map((index): unknown => rows[index]) : []);
      left = left.flatMap((place) => {
        const [index = "", ...rest] = isBelow(place, name) ? place.slice(name.length + 1).split(".") : [];
        if (index === "") return [place];
        const next = order.indexOf(Number(index));
        return next < 0 ? [] : [[name, next, ...rest].join(".")];
      });
      notify();
    },
    /** The field was left. */
    leave: (name: string): void => {
      if (left.includes(name)) return;
      left = [...left, name];
      notify();
    },
    /** Begins anew with other values. */
    reset: (next: Values): void => {
      values = next;
      [refused, left, isTried, isDone] = [[], [], false, false];
      sending = { isBusy: false, refusal: undefined };
      notify();
    },
    /** Judges the same values again, by other rules. */
    rejudge: (): void => {
      judged = undefined;
      notify();
    },
    isDirty,
    isValid: (): boolean => problems().length === 0,
    /** True while something typed would be lost by leaving. */
    isUnsaved: (): boolean => !isDone && isDirty(),
    /** Nothing of it is lost any more: it was sent, or given up. */
    finish: (): void => {
      isDone = true;
    },
    /**
     * The first problem to show at a field.
     * @param own only of the field as a whole, not of its rows
     */
    problemAt: (name: string, own = false): FormProblem | undefined => {
      const isHere = ({ path }: FormProblem): boolean => {
        const place = path.join(".");
        return own ? place === name : isBelow(place, name);
      };
      const isJudged = isTried || left.some((place) => isBelow(place, name));
      return refused.find(isHere) ?? (isJudged ? problems().find(isHere) : undefined);
    },
    /** From now on every problem is shown. */
    showAll: (): void => {
      isTried = true;
      notify();
    },
    /** Marks the fields that the server refused. @returns the problems that lie in the form */
    refuse: (fields: readonly FieldIssue[] | undefined, aliases?: Aliases): readonly FormProblem[] => {
      refused = refusedProblems(values, fields, aliases);
      notify();
      return refused;
    },
    /** Keeps its identity while it is the same. */
    sending: () => sending,
    setSending: (isBusy: boolean, refusal?: FormRejection): void => {
      sending = { isBusy, refusal };
      notify();
    },
  };
}
