import { useLanguage } from "#src/ui/i18n/index.ts";
import { formatNumber, type NumberOptions } from "./format.ts";

/** A figure in tabular digits, grouped as the language does it. */
export function Num({ value, ...options }: { value: number } & NumberOptions) {
  return <span className="num">{formatNumber(value, useLanguage(), options)}</span>;
}
