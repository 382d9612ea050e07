import { useRef, useState } from "react";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import type { Failure } from "#src/ui/data/listStore.ts";
import { toastFailure, toastMessage } from "#src/ui/client/toastFailure.ts";
import type { SettingsUpdate } from "../contract.ts";
import { settings } from "./store.ts";

/** How the last change of a section went; `idle` before the first. */
export type SaveStatus = "idle" | "saving" | "saved" | "failed";

/** Saves one change and answers what was wrong with it, or undefined. */
export type Save = (change: SettingsUpdate) => Promise<Failure | undefined>;

const isFailure = (cause: unknown): cause is Failure =>
  typeof cause === "object" && cause !== null && "name" in cause && cause.name === "Failure";

/** Saving for one section: each change goes out at once, and a toast says how it went. */
export function useSave(): { save: Save; status: SaveStatus } {
  const dispatch = useThunkDispatch();
  const open = useRef(0);
  const [status, setStatus] = useState<SaveStatus>("idle");
  const save: Save = async (change) => {
    open.current += 1;
    setStatus("saving");
    let failure: Failure | undefined;
    try {
      await dispatch(settings.update(change)).unwrap();
      void toastMessage("settings.updateSuccess");
    } catch (cause) {
      if (!isFailure(cause)) throw cause;
      failure = cause;
      toastFailure("settings.updateError")(cause);
    }
    open.current -= 1;
    setStatus(open.current > 0 ? "saving" : failure ? "failed" : "saved");
    return failure;
  };
  return { save, status };
}
