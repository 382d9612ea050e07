import { type ChangeEvent, type ReactNode, useRef, useSyncExternalStore } from "react";
import { Field, type FieldProps } from "../Field.tsx";
import type { Form } from "./useServerForm.ts";

/** What ties an input to a value of the form. */
export interface Bound<Value> {
  name: string;
  value: Value;
  /** Takes the value, or the event of a native input. */
  onChange: (next: unknown) => void;
  onBlur: () => void;
}

/** Any form, for fields that know the name of their value alone. */
export type AnyForm = Pick<Form<object>, "subscribe" | "get" | "set" | "leave" | "reorder" | "problemAt" | "sentence">;

const isEvent = (next: unknown): next is ChangeEvent<HTMLInputElement> =>
  typeof next === "object" && next !== null && "nativeEvent" in next;

/** The value at a place of the form, as it is now. */
export const useValue = (form: AnyForm, name: string): unknown =>
  useSyncExternalStore(form.subscribe, () => form.get(name));

/** The sentence of the first problem at a place. @param own only of the place as a whole, not of its rows */
export function useError(form: AnyForm, name: string, own = false): string | undefined {
  const problem = useSyncExternalStore(form.subscribe, () => form.problemAt(name, own));
  return problem && form.sentence(problem);
}

/** @see Bound */
export function useBound(form: AnyForm, name: string): Bound<unknown> {
  return {
    name,
    value: useValue(form, name),
    onChange: (next) => form.set(name, isEvent(next) ? next.target.value : next),
    onBlur: () => form.leave(name),
  };
}

export interface FormFieldProps<Values extends object, Name extends keyof Values & string> extends Omit<
  FieldProps,
  "children" | "error"
> {
  form: Form<Values>;
  name: Name;
  children: (bound: Bound<Values[Name]>) => ReactNode;
}

/** A field of a form: its label, its input and what is wrong with it. */
export function FormField<Values extends object, Name extends keyof Values & string>(
  props: FormFieldProps<Values, Name>,
) {
  const { form, name, children, ...field } = props;
  const bound = useBound(form, name);
  const error = useError(form, name);
  return (
    <Field {...field} error={error}>
      {children(bound as Bound<Values[Name]>)}
    </Field>
  );
}

type FieldOptions = Pick<FieldProps, "hint" | "required" | "optional" | "group" | "layout" | "note">;
type FieldInput<Value> = (bound: Bound<Value>) => ReactNode;

/** Makes the fields of one form: `field("title", { required: true }, (bound) => <TextInput {...bound} />)`. */
export const fieldsWith =
  <Values extends object>(form: Form<Values>, labelOf: (name: keyof Values & string) => string) =>
  <Name extends keyof Values & string>(
    name: Name,
    ...args: [FieldInput<Values[Name]>] | [FieldOptions, FieldInput<Values[Name]>]
  ) => {
    const [options, input] = args.length === 1 ? [{}, args[0]] : args;
    return (
      <FormField form={form} name={name} label={labelOf(name)} {...options}>
        {input}
      </FormField>
    );
  };

let lastKey = 0;
const newKey = (): number => (lastKey += 1);

/** Rows of a list in a form, each with a key that follows it. */
export function useRows(form: AnyForm, name: string) {
  const value = useValue(form, name);
  const rows: readonly unknown[] = Array.isArray(value) ? value : [];
  const keys = useRef<number[]>([]);
  while (keys.current.length < rows.length) keys.current.push(newKey());
  const reorder = (order: readonly number[]): void => {
    keys.current = order.map((index) => keys.current[index] ?? newKey());
    form.reorder(name, order);
  };
  const indexes = [...rows.keys()];
  return {
    rows,
    keyOf: (index: number): number => keys.current[index] ?? 0,
    append: (row: unknown): void => form.set(name, [...rows, row]),
    remove: (index: number): void => reorder(indexes.filter((one) => one !== index)),
    move: (from: number, to: number): void => reorder(indexes.filter((one) => one !== from).toSpliced(to, 0, from)),
  };
}
