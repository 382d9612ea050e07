import { useState } from "react";
import { api, type ApiError, failureOf } from "#src/ui/client/api.ts";
import type { Project } from "#src/features/projects/contract.ts";
import type { FormValues } from "./formModel.ts";
import { changesBetween } from "#src/kit/changes.ts";
import { onlyRunsFollow } from "../rules.ts";

/**
 * Fields of a complete form that differ from what a project's document was computed from.
 * @returns null where nothing differs, or where only a run can follow
 */
export function formChange(before: FormValues, now: FormValues): FormValues | null {
  const names = Object.keys(now).filter((name) => changesBetween(before[name], now[name]).length > 0);
  if (names.length === 0 || names.some((name) => onlyRunsFollow.has(name))) return null;
  return Object.fromEntries(names.flatMap((name) => (now[name] === undefined ? [] : [[name, now[name]]])));
}

export interface FormUpdate {
  isUpdating: boolean;
  error: ApiError | null;
  /** @returns whether the document of the project follows the form now */
  update: (project: Project, values: FormValues) => Promise<boolean>;
}

/** Computes the document of a project again from a changed form, without a run and without coins. */
export function useFormUpdate(): FormUpdate {
  const [isUpdating, setUpdating] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const update = async ({ id, currentRevision }: Project, values: FormValues): Promise<boolean> => {
    if (isUpdating || currentRevision === null) return false;
    setUpdating(true);
    setError(null);
    try {
      // The newest values of a field hold, whatever was edited since the page was opened.
      const change = { kind: "form" as const, values: values as Record<string, never> };
      await api.projects.editRevision({ projectId: id, revision: currentRevision, edits: 0, change });
      return true;
    } catch (cause) {
      setError(failureOf(cause));
      return false;
    } finally {
      setUpdating(false);
    }
  };
  return { isUpdating, error, update };
}
