import type { Texts } from "#src/kit/translate.ts";

/**
 * Texts of single workflows, and of the start page, which is rendered by the server: in the list of the others they
 * would weigh a kilobyte on every first page.
 */
export const workflowTexts = import.meta.glob<Texts>(["./*/workflow.*.json", "./*/start.json"], { import: "default" });
