import type { WebStorage } from "#src/kit/webStorage.ts";
/** The three steps of the setup, in their order; each is `?step=` of the address. */
export const steps = ["about", "writing", "workflow"] as const;
export type Step = (typeof steps)[number];

/** The part of Web Storage that is needed; reading and writing may throw (private mode, full disk). */
type Keeper = Pick<WebStorage, "getItem" | "setItem">;

const keyOf = (userId: string): string => `pioneer.welcome:${userId}`;

export const stepIn = (value: unknown): Step | undefined => steps.find((step) => step === value);

/** The step before or after another; undefined beyond the ends. */
export const stepBeside = (step: Step, by: -1 | 1): Step | undefined => steps[steps.indexOf(step) + by];

/**
 * The step to begin with: the one that was open last in this browser; elsewhere the first that nothing was written in.
 * @param hasAbout whether anything is known about the person's work
 */
export function firstStep(keeper: Keeper, userId: string, hasAbout: boolean): Step {
  let kept: Step | undefined;
  try {
    kept = stepIn(keeper.getItem(keyOf(userId)));
  } catch {
    // Storage is switched off: what is in the settings decides.
  }
  return kept ?? (hasAbout ? "writing" : "about");
}

/** Remembers the open step for the next visit. */
export function saveStep(keeper: Keeper, userId: string, step: Step): void {
  try {
    keeper.setItem(keyOf(userId), step);
  } catch {
    // Then the next visit begins with what is not written yet.
  }
}
