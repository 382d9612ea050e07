import {
  type FormEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { focusProblem } from "./focusProblem.ts";
import { createFormStore, type FormStore, type FormRejection } from "./formStore.ts";
import { type Aliases, type Checked, type FormProblem, refusedProblems } from "./problems.ts";
import { useDraft } from "./useDraft.ts";

export interface FormOptions<Values extends object, Sent> {
  /** The form before anything is typed; read once. */
  defaultValues: Values;
  /** What it opens with in place of them, and of what was kept; read once. */
  values?: Partial<Values>;
  /** Judges the values, and says what is sent: `checkBy(schema, …)`. */
  check: (values: Values) => Checked<Sent>;
  sentence: (problem: FormProblem) => string;
  /** When a field is judged first: as soon as it was left, or when the form is sent. */
  judgedWhen?: "left" | "sent";
  /** Names that the form has for fields of the contract. */
  aliases?: Aliases;
  /** Under which name what is typed is kept: `lead:new`. Without one it lasts as long as the form. */
  draft?: string;
}

export interface ServerFormOptions<Values extends object, Sent> extends FormOptions<Values, Sent> {
  /** Sends the form; throws, or answers, a refusal. */
  submit: (sent: Sent, values: Values) => Promise<FormRejection | undefined | void>;
  /** The form was taken and is still there. It stays busy until it closes or is reset. */
  onDone?: () => void;
  /** @param placed what of the refusal stands at fields */
  onRefused?: (refusal: FormRejection, placed: readonly FormProblem[]) => void;
}

/** A form of a page: its store, the words of its problems and its element. */
export interface Form<Values extends object, Sent = unknown> extends FormStore<Values> {
  sentence: (problem: FormProblem) => string;
  element: RefObject<HTMLFormElement | null>;
  /** Shows every problem, and puts the focus on the first. */
  validate: () => Checked<Sent>;
  /** Marks what the server refused, and puts the focus on the first of it. */
  place: (fields: FormRejection["fields"]) => readonly FormProblem[];
}

export interface ServerForm<Values extends object, Sent = unknown> extends Form<Values, Sent> {
  isBusy: boolean;
  /** Why it was not taken; undefined from the next attempt on. */
  refusal: FormRejection | undefined;
  /** The same, unless it stands at fields. */
  unplaced: FormRejection | undefined;
  /** For the `<form>`. */
  attributes: {
    ref: RefObject<HTMLFormElement | null>;
    noValidate: true;
    onSubmit: (event: FormEvent) => void;
  };
}

/** A form without a way to send it. Renders nothing anew: fields follow it by themselves. */
export function useForm<Values extends object, Sent>(options: FormOptions<Values, Sent>): Form<Values, Sent> {
  const { defaultValues, values, draft } = options;
  const latest = useRef(options);
  latest.current = options;
  const element = useRef<HTMLFormElement>(null);
  const [kept, keep] = useDraft(draft, defaultValues);
  const [store] = useState(() =>
    createFormStore<Values>(defaultValues, { ...defaultValues, ...kept, ...values }, (now) => {
      const checked = latest.current.check(now);
      return checked.ok ? [] : checked.problems;
    }),
  );
  useChanges(store, keep);
  return useMemo(
    () => ({
      ...store,
      leave: (name) => (latest.current.judgedWhen === "left" ? store.leave(name) : undefined),
      element,
      sentence: (problem) => latest.current.sentence(problem),
      validate: () => {
        const checked = latest.current.check(store.values());
        store.showAll();
        if (!checked.ok) focusProblem(element.current);
        return checked;
      },
      place: (fields) => {
        const placed = store.refuse(fields, latest.current.aliases);
        if (placed.length > 0) focusProblem(element.current);
        return placed;
      },
    }),
    [store],
  );
}

/** Calls back whenever values change. */
export function useChanges<Values extends object>(
  form: Pick<FormStore<Values>, "subscribe" | "values">,
  onChange: (values: Values) => void,
): void {
  const latest = useRef(onChange);
  latest.current = onChange;
  const { subscribe, values } = form;
  useEffect(() => {
    let known = values();
    return subscribe(() => {
      if (values() === known) return;
      known = values();
      latest.current(known);
    });
  }, [subscribe, values]);
}

/**
 * Calls back once typing rests. What has not rested when the form closes or the page goes is handed on then.
 * @param restMs after the last change, milliseconds
 * @param onRest told whether the form is still there
 */
export function useRest<Values extends object>(
  form: Pick<FormStore<Values>, "subscribe" | "values">,
  restMs: number,
  onRest: (values: Values, isHere: boolean) => void,
): void {
  const latest = useRef(onRest);
  latest.current = onRest;
  const rest = useRef<{ timer: ReturnType<typeof setTimeout>; values: Values }>(undefined);
  const end = useCallback((isHere: boolean): void => {
    if (!rest.current) return;
    const { timer, values } = rest.current;
    clearTimeout(timer);
    rest.current = undefined;
    latest.current(values, isHere);
  }, []);
  useChanges(form, (values) => {
    clearTimeout(rest.current?.timer);
    rest.current = { values, timer: setTimeout(end, restMs, true) };
  });
  useEffect(() => {
    const leave = (): void => end(false);
    window.addEventListener("pagehide", leave);
    return () => {
      leave();
      window.removeEventListener("pagehide", leave);
    };
  }, [end]);
}

const isRefusal = (cause: unknown): cause is FormRejection =>
  typeof cause === "object" && cause !== null && "code" in cause && "status" in cause;

/**
 * A form that is sent: judged by the contract, busy while it is under way. Fields that the server refused are marked and
 * the first of them gets the focus.
 */
export function useServerForm<Values extends object, Sent>(
  options: ServerFormOptions<Values, Sent>,
): ServerForm<Values, Sent> {
  const form = useForm(options);
  const { isBusy, refusal } = useSyncExternalStore(form.subscribe, form.sending);
  const refuse = (cause: FormRejection): void => {
    form.setSending(false, cause);
    const placed = form.place(cause.fields);
    options.onRefused?.(cause, placed);
  };
  const send = async (): Promise<void> => {
    const checked = form.validate();
    if (!checked.ok || form.sending().isBusy) return;
    form.setSending(true);
    try {
      const refused = await options.submit(checked.value, form.values());
      if (refused) refuse(refused);
      else {
        form.finish();
        if (form.element.current) options.onDone?.();
      }
    } catch (cause) {
      if (isRefusal(cause)) return refuse(cause);
      form.setSending(false);
      throw cause;
    }
  };
  const attributes = {
    ref: form.element,
    noValidate: true as const,
    onSubmit: (event: FormEvent): void => {
      event.preventDefault();
      // Forms of a panel may stand beside its own form, yet their events rise through the same parts.
      event.stopPropagation();
      void send();
    },
  };
  const isPlaced = refusedProblems(form.values(), refusal?.fields, options.aliases).length > 0;
  return { ...form, isBusy, refusal, unplaced: isPlaced ? undefined : refusal, attributes };
}
