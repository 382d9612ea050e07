/** A document has letters of a script for which a PDF has no typeface, such as Arabic or Chinese. */
export class ScriptError extends Error {
  constructor(letter: string) {
    super(`No typeface of the PDF has the letter ${letter}`);
    this.name = "ScriptError";
  }
}

export const isScriptError = (error: unknown): boolean => error instanceof ScriptError;
