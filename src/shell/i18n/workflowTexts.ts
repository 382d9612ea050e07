import type { Texts } from "./translate.ts";

/** Texts of single workflows by file: their list alone would weigh a kilobyte on every first page. */
export const workflowTexts = import.meta.glob<Texts>("./*/workflow.*.json", { import: "default" });
