import type { Proposal, WorkflowDocument } from "#src/features/documents/document.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";

/** The run that the start page shows. */
export interface StartExample {
  workflowName: string;
  document: WorkflowDocument;
  proposals: readonly Proposal[];
  goal: string;
  /** `YYYY-MM-DD`. */
  period: { from: string; to: string };
  /** IANA zone of its dates. */
  timeZone: string;
}

/** What the start page says of this installation. */
export interface StartFacts {
  welcomeCoins: number;
  /** Null when the operator has named none. */
  supportEmail: string | null;
  /** Null when the operator has named none. */
  sourceUrl: string | null;
  /** Of the last year in the copyright line. */
  now: Date;
  example: StartExample;
}

/**
 * Renders the page as static HTML; built from src/features/start/web/StartRenderer.tsx.
 * @param head tags of the built scripts and styles
 */
export type RenderStart = (language: AppLanguage, head: string, facts: StartFacts) => Promise<string>;
