/** A sentence whose parts in brackets are links, in the order of `to`; each opens beside this page. */
export function LinkedText({ text, to }: { text: string; to: readonly string[] }) {
  return text.split(/[[\]]/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <a key={part} className="link" href={to[(at - 1) / 2]} target="_blank">
        {part}
      </a>
    ),
  );
}
