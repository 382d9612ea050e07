import type { WebStorage } from "#src/kit/webStorage.ts";

export interface FirstSteps {
  /** The setup was finished, or what it asks for was entered elsewhere. */
  isSetUp: boolean;
  hasRun: boolean;
  /** A result was put to use. */
  hasApplied: boolean;
}

/** Which of the three steps are behind a person, in their order: a later one does not need the ones before it. */
export const stepsDone = ({ isSetUp, hasRun, hasApplied }: FirstSteps): [boolean, boolean, boolean] => [
  isSetUp,
  hasRun || hasApplied,
  hasApplied,
];

/** Kept after signing out, unlike what is the person's own: whoever hid the steps is done with them. */
const keyOf = (userId: string): string => `pioneer.stepsHidden.${userId}`;

export function areStepsHidden(storage: WebStorage, userId: string): boolean {
  try {
    return storage.getItem(keyOf(userId)) !== null;
  } catch {
    return false;
  }
}

/** Without storage they are hidden as long as the page is open. */
export function hideSteps(storage: WebStorage, userId: string): void {
  try {
    storage.setItem(keyOf(userId), "yes");
  } catch {
    // Private mode without storage.
  }
}
