import { baseKeymap } from "@tiptap/pm/commands";
import { history, redo, undo } from "@tiptap/pm/history";
import { keymap } from "@tiptap/pm/keymap";
import { Fragment, type Node as ProseNode, Schema, Slice } from "@tiptap/pm/model";
import { type Command, EditorState, Selection } from "@tiptap/pm/state";
import { EditorView } from "@tiptap/pm/view";
import { useEffect, useRef, useState } from "react";
import { words } from "#src/kit/text.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { pastedParagraphs } from "./proseText.ts";
import cx from "./EditingFrame.module.css";

/** An answer is plain paragraphs, so the editor knows nothing else: what is pasted loses its looks on the way in. */
const schema = new Schema({
  nodes: {
    doc: { content: "paragraph+" },
    paragraph: {
      content: "text*",
      // Lines of a paragraph are line breaks in its text.
      whitespace: "pre",
      parseDOM: [{ tag: "p" }],
      toDOM: () => ["p", 0],
    },
    text: {},
  },
});

const nodesOf = (paragraphs: readonly string[]): ProseNode[] =>
  paragraphs.map((value) => schema.node("paragraph", null, value === "" ? [] : [schema.text(value)]));

const docOf = (paragraphs: readonly string[]): ProseNode =>
  schema.node("doc", null, nodesOf(paragraphs.length > 0 ? paragraphs : [""]));

const paragraphsOf = (doc: ProseNode): string[] => {
  const found: string[] = [];
  doc.forEach((node) => void found.push(node.textContent));
  return found;
};

const breakLine: Command = (state, dispatch) => {
  dispatch?.(state.tr.insertText("\n").scrollIntoView());
  return true;
};

/** Pastes plain text, whatever else comes along. @returns false when there is none */
function paste(view: EditorView, pasted: string): boolean {
  const nodes = nodesOf(pastedParagraphs(pasted));
  if (nodes.length === 0) return false;
  const { tr } = view.state;
  const inserted = /[\r\n]/.test(pasted.trim())
    ? tr.replaceSelection(new Slice(Fragment.from(nodes), 1, 1))
    : tr.insertText(pasted.replaceAll(/[\r\n]+/g, ""));
  view.dispatch(inserted.scrollIntoView().setMeta("paste", true));
  return true;
}

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
    const own: Record<string, Command> = {
      "Mod-Enter": () => {
        latest.current.onSave();
        return true;
      },
      Escape: () => {
        latest.current.onEscape();
        return true;
      },
      "Shift-Enter": breakLine,
      "Mod-z": undo,
      "Mod-y": redo,
      "Shift-Mod-z": redo,
    };
    const count = (doc: ProseNode): void => {
      clearTimeout(timer);
      timer = setTimeout(() => setCount(wordsIn(doc, language)), countAfterMs);
    };
    const doc = docOf(first);
    const view = new EditorView(place.current, {
      state: EditorState.create({
        doc,
        selection: Selection.atStart(doc),
        plugins: [history(), keymap(own), keymap(baseKeymap)],
      }),
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": label,
        "aria-describedby": describedBy,
        lang: language,
        spellcheck: "true",
      },
      handlePaste: (target, event) => paste(target, event.clipboardData?.getData("text/plain") ?? ""),
      dispatchTransaction(transaction) {
        const state = view.state.apply(transaction);
        view.updateState(state);
        if (!transaction.docChanged) return;
        setEmpty(state.doc.childCount === 1 && state.doc.firstChild?.content.size === 0);
        latest.current.onChange(paragraphsOf(state.doc));
        count(state.doc);
      },
      clipboardTextSerializer: (slice) => slice.content.textBetween(0, slice.content.size, "\n\n"),
    });
    // Without scrolling: the text stands where it stood.
    view.dom.focus({ preventScroll: true });
    count(doc);
    return () => {
      clearTimeout(timer);
      view.destroy();
    };
  }, [first, label, describedBy, language]);
  return (
    <>
      <div className={cx("prose-place")} ref={place}>
        {isEmpty ? (
          <span className={cx("prose-empty")} aria-hidden="true">
            {t("editing.placeholder")}
          </span>
        ) : null}
      </div>
      <span className={cx("prose-count num")} lang={pageLanguage}>
        {count === undefined ? "" : t("editing.words", { count })}
      </span>
    </>
  );
}
