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

/** Specification section 9. */
const copyrightYear = 2025;

/** `2025–2026`. */
export const copyrightYears = (now: Date): string => {
  const year = now.getFullYear();
  return year > copyrightYear ? `${copyrightYear}\u2013${year}` : String(copyrightYear);
};
