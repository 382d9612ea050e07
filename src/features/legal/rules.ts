/** Pages that an operator can write; specification section 2, footer. */
export const legalPages = ["terms", "privacy"] as const;
export type LegalPage = (typeof legalPages)[number];

/** Answer of `GET /api/legal/{page}`. */
export interface LegalText {
  /** Markdown; raw HTML in it is shown as text. */
  markdown: string;
  /** False for the built-in text. */
  isOwn: boolean;
}
