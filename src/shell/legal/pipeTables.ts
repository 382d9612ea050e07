/** What is needed of a node of Markdown's tree (mdast). */
interface Node {
  type: string;
  value?: string;
  children?: Node[];
  align?: (string | null)[];
  position?: { start: { offset?: number }; end: { offset?: number } };
}
type Cell = Node[];

const isBlank = (cell: Cell): boolean => cell.every(({ type, value }) => type === "text" && value?.trim() === "");

/** Which of the pipes of a text divide cells: `\|` is a pipe of the cell itself. */
const dividersOf = (source: string): boolean[] =>
  [...source.matchAll(/\\.|\|/gs)]
    .map(([found]) => found)
    .flatMap((found) => (found.endsWith("|") ? found === "|" : []));

/** The lines of a paragraph, each cut at its pipes. */
function linesOf(paragraph: Node, source: string): Cell[][] {
  let line: Cell[] = [[]];
  const lines = [line];
  const newLine = (): void => void lines.push((line = [[]]));
  for (const child of paragraph.children ?? []) {
    if (child.type === "break") newLine();
    else if (child.type !== "text") line.at(-1)?.push(child);
    else {
      const { start, end } = child.position ?? {};
      const dividers = dividersOf(source.slice(start?.offset, end?.offset));
      let pipe = 0;
      let written = "";
      const write = (): void => {
        if (written !== "") line.at(-1)?.push({ type: "text", value: written });
        written = "";
      };
      for (const character of child.value ?? "") {
        if (character === "\n") {
          write();
          newLine();
        } else if (character === "|" && dividers[pipe++]) {
          write();
          line.push([]);
        } else written += character;
      }
      write();
    }
  }
  // A pipe at the edge of a line frames it.
  return lines.map((cells) => {
    const from = cells.length > 1 && isBlank(cells[0] ?? []) ? 1 : 0;
    const to = cells.length > 1 && isBlank(cells.at(-1) ?? []) ? -1 : undefined;
    return cells.slice(from, to);
  });
}

const ruleOf = (cell: Cell): RegExpExecArray | null =>
  cell.length === 1 ? /^\s*(:?)-+(:?)\s*$/.exec(cell[0]?.value ?? "") : null;

/** The table that a paragraph is, or undefined: its second line rules as many columns as the first names. */
function tableOf(paragraph: Node, source: string): Node | undefined {
  const [head, rule, ...rows] = linesOf(paragraph, source);
  if (!head || !rule || head.length !== rule.length) return undefined;
  const rules = rule.map(ruleOf);
  if (rules.includes(null)) return undefined;
  return {
    type: "table",
    align: rules.map((one) => (one?.[1] ? (one[2] ? "center" : "left") : one?.[2] ? "right" : null)),
    children: [head, ...rows].map((cells) => ({
      type: "tableRow",
      children: head.map((_, at) => ({ type: "tableCell", children: cells[at] ?? [] })),
    })),
  };
}

/**
 * Tables between pipes, as GitHub writes them: CommonMark has none and reads a paragraph. For `remarkPlugins`; a table
 * is a paragraph of its own, with an empty line before it.
 */
export function pipeTables() {
  return (tree: Node, file: { value: unknown }): void => {
    const source = String(file.value);
    const walk = (node: Node): void => {
      node.children = node.children?.map((child) => (child.type === "paragraph" && tableOf(child, source)) || child);
      for (const child of node.children ?? []) walk(child);
    };
    walk(tree);
  };
}
