/** A table of an attached file. */
export interface Sheet {
  /** Name of the sheet; empty for a file that has but one. */
  title: string;
  text: string;
}

/** Tables in the text of a csv, or of an xlsx, whose sheets begin with `# name` and have tabs between cells. */
export function sheetsIn(text: string): Sheet[] {
  const parts = /^# /m.test(text) && text.includes("\t") ? text.split(/^(?=# )/m) : [text];
  return parts.map((part) => {
    const [, name] = /^# (.*)/.exec(part) ?? [];
    return name === undefined
      ? { title: "", text: part }
      : { title: name.trim(), text: part.slice(part.indexOf("\n") + 1) };
  });
}
