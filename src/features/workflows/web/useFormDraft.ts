import { useEffect, useRef } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { FormValues } from "./formModel.ts";
import type { FormOwner } from "./formDraft.ts";
import { saveForm } from "./formDraft.ts";

/** Rest after the last key before the form is kept and judged, ms. */
const restMs = 400;

/**
 * Keeps what is typed so that it survives the page, and judges it after each rest.
 * @param onTyped told at once, before the rest
 */
export function useFormDraft(
  form: Pick<UseFormReturn, "subscribe" | "getValues">,
  owner: FormOwner,
  judge: (values: FormValues) => void,
  onTyped: () => void,
): void {
  const latest = useRef({ judge, onTyped });
  latest.current = { judge, onTyped };
  const { subscribe, getValues } = form;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let unkept: FormValues | undefined;
    const keep = (): void => {
      clearTimeout(timer);
      if (unkept !== undefined) saveForm(localStorage, owner, unkept);
      unkept = undefined;
    };
    latest.current.judge(getValues());
    const stop = subscribe({
      formState: { values: true },
      callback: ({ values }: { values: FormValues }) => {
        latest.current.onTyped();
        unkept = values;
        clearTimeout(timer);
        timer = setTimeout(() => {
          keep();
          latest.current.judge(values);
        }, restMs);
      },
    });
    window.addEventListener("pagehide", keep);
    return () => {
      stop();
      keep();
      window.removeEventListener("pagehide", keep);
    };
  }, [subscribe, getValues, owner]);
}
