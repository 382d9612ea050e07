import { Editor, Extension, Node } from "@tiptap/core";
import { history, redo, undo } from "@tiptap/pm/history";
import { Fragment, type Node as ProseNode, Slice } from "@tiptap/pm/model";
import { useEffect, useRef, useState } from "react";
import { words } from "#src/kit/text.ts";
import { useLanguage, useTranslation } from "#src/shell/i18n/index.ts";
import { pastedParagraphs } from "./proseText.ts";

/* An answer is plain paragraphs, so the editor knows nothing else: what is pasted loses its looks on the way in. */

const page = Node.create({ name: "doc", topNode: true, content: "paragraph+" });

const paragraph = Node.create({
  name: "paragraph",
  group: "block",
  content: "text*",
  marks: "",
  // Lines of a paragraph are line breaks in its text.
  whitespace: "pre",
  parseHTML: () => [{ tag: "p", preserveWhitespace: "full" }],
  renderHTML: () => ["p", 0],
});

const text = Node.create({ name: "text", group: "inline" });

const past = Extension.create({
  name: "past",
  addProseMirrorPlugins: () => [history()],
  addKeyboardShortcuts() {
    const run = (command: typeof undo) => () =>
      command(this.editor.state, (transaction) => this.editor.view.dispatch(transaction));
    return { "Mod-z": run(undo), "Mod-y": run(redo), "Shift-Mod-z": run(redo) };
  },
});

const contentOf = (paragraphs: readonly string[]) => ({
  type: "doc",
  content: (paragraphs.length > 0 ? paragraphs : [""]).map((value) =>
    value === "" ? { type: "paragraph" } : { type: "paragraph", content: [{ type: "text", text: value }] },
  ),
});

const paragraphsOf = (doc: ProseNode): string[] => {
  const found: string[] = [];
  doc.forEach((node) => void found.push(node.textContent));
  return found;
};

/** Words of a paragraph, counted once: a paragraph that did not change is the same object after each key. */
const counted = new WeakMap<ProseNode, number>();

function wordsIn(doc: ProseNode, language: string): number {
  let sum = 0;
  doc.forEach((node) => {
    const known = counted.get(node) ?? words(node.textContent, language).length;
    counted.set(node, known);
    sum += known;
  });
  return sum;
}

const countAfterMs = 200;

export interface ProseEditorProps {
  /** The text to begin with; another one needs another `key`. */
  paragraphs: readonly string[];
  onChange: (paragraphs: string[]) => void;
  /** Ctrl Enter. */
  onSave: () => void;
  onEscape: () => void;
  label: string;
  describedBy: string;
  /** Of the document. */
  language: string;
}

/** The paragraphs of a section in hand, in the type and at the place of the text. Loaded when somebody edits. */
export function ProseEditor({ paragraphs, label, describedBy, language, ...actions }: ProseEditorProps) {
  const { t } = useTranslation("projects");
  const pageLanguage = useLanguage();
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(actions);
  const [isEmpty, setEmpty] = useState(paragraphs.join("").trim() === "");
  const [count, setCount] = useState<number>();
  const [first] = useState(paragraphs);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    if (!place.current) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keys = Extension.create({
      name: "keys",
      addKeyboardShortcuts: () => ({
        "Mod-Enter": () => {
          latest.current.onSave();
          return true;
        },
        "Shift-Enter": ({ editor }) => {
          editor.view.dispatch(editor.state.tr.insertText("\n").scrollIntoView());
          return true;
        },
        Escape: () => {
          latest.current.onEscape();
          return true;
        },
      }),
    });
    const editor = new Editor({
      element: place.current,
      extensions: [page, paragraph, text, past, keys],
      content: contentOf(first),
      // Its own style sheet would be refused by the content security policy.
      injectCSS: false,
      enableInputRules: false,
      enablePasteRules: false,
      editorProps: {
        attributes: {
          role: "textbox",
          "aria-multiline": "true",
          "aria-label": label,
          "aria-describedby": describedBy,
          lang: language,
          spellcheck: "true",
        },
        handlePaste: (view, event) => {
          const pasted = event.clipboardData?.getData("text/plain") ?? "";
          const { schema, tr } = view.state;
          const nodes = pastedParagraphs(pasted).map((value) => schema.node("paragraph", null, [schema.text(value)]));
          if (nodes.length === 0) return false;
          const onlyOne = nodes.length === 1 && !pasted.includes("\n");
          const inserted = onlyOne ? tr.insertText(pasted) : tr.replaceSelection(new Slice(Fragment.from(nodes), 1, 1));
          view.dispatch(inserted.scrollIntoView().setMeta("paste", true));
          return true;
        },
      },
      onUpdate: ({ editor: { state } }) => {
        setEmpty(state.doc.childCount === 1 && state.doc.firstChild?.content.size === 0);
        latest.current.onChange(paragraphsOf(state.doc));
        clearTimeout(timer);
        timer = setTimeout(() => setCount(wordsIn(state.doc, language)), countAfterMs);
      },
    });
    editor.commands.focus("start", { scrollIntoView: false });
    timer = setTimeout(() => setCount(wordsIn(editor.state.doc, language)), countAfterMs);
    return () => {
      clearTimeout(timer);
      editor.destroy();
    };
  }, [first, label, describedBy, language]);
  return (
    <>
      <div className="prose-place" ref={place}>
        {isEmpty ? (
          <span className="prose-empty" aria-hidden="true">
            {t("editing.placeholder")}
          </span>
        ) : null}
      </div>
      <span className="prose-count num" lang={pageLanguage}>
        {count === undefined ? "" : t("editing.words", { count })}
      </span>
    </>
  );
}
