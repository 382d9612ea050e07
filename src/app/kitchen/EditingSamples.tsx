import { useState } from "react";
import type { Edit } from "#src/features/documents/edits.ts";
import { documentDraftKey } from "#src/features/documents/web/documentDrafts.ts";
import { GrowingField } from "#src/features/documents/web/GrowingField.tsx";
import { SectionEditing } from "#src/features/documents/web/SectionEditing.tsx";
import { WordDiffChoice } from "#src/features/documents/web/WordDiffChoice.tsx";
import { useLanguage } from "#src/ui/i18n/index.ts";
import { Button } from "#src/ui/Button.tsx";
import { applied, sampleEditors, sampleTexts, type SampleName } from "./editingSamples.ts";
import cx from "./kitchen.module.css";

const names = ["prose", "rows", "long", "fixed", "texts"] as const satisfies readonly SampleName[];

/** What a document is edited with: the editor in question, as the address names it, else the first. */
export function EditingSamples() {
  const language = useLanguage();
  const s = sampleTexts[language];
  const asked = new URLSearchParams(location.search).get("editor");
  const [name, setName] = useState<SampleName>(() => names.find((one) => one === asked) ?? "prose");
  const [editors, setEditors] = useState(() => sampleEditors(language));
  const [isOpen, setOpen] = useState(true);
  const [edits, setEdits] = useState<Edit[]>([]);
  const [done, setDone] = useState<string[]>();
  const [gap, setGap] = useState("");
  const editor = editors[name];
  const save = async (change: Edit): Promise<boolean> => {
    // A window without a connection stands for a server that does not answer.
    await Promise.resolve();
    if (!navigator.onLine) return false;
    setEdits((before) => [...before, change]);
    setEditors((before) => ({ ...before, [name]: applied(before[name], change) }));
    return true;
  };
  return (
    <div className={cx("kitchen")} style={{ maxWidth: "40rem" }}>
      <div className="button-row">
        {names.map((one) => (
          <Button
            key={one}
            size="small"
            aria-pressed={one === name}
            onClick={() => {
              setName(one);
              setOpen(true);
            }}
          >
            {one}
          </Button>
        ))}
        <Button size="small" onClick={() => setOpen(true)}>
          {s.edit}
        </Button>
      </div>
      <article className="doc-text print-wide print-links" lang={language}>
        <h2 className={cx("h1 work kitchen-title")}>{s.title}</h2>
        {isOpen ? (
          <SectionEditing
            key={name}
            editor={editor}
            section={name}
            title={s.title}
            language={language}
            draftKey={documentDraftKey("sample", "sample", name)}
            onSave={save}
            onClose={() => setOpen(false)}
          />
        ) : (
          <p data-test="closed">{editor.kind === "prose" ? editor.paragraphs.join(" / ") : editor.kind}</p>
        )}
      </article>
      <WordDiffChoice
        before={s.before}
        after={s.after}
        language={language}
        title={
          <>
            {s.asked} <b>{s.wish}</b>
          </>
        }
        onDone={setDone}
      />
      {done ? <pre data-test="done">{done.join("\n\n")}</pre> : null}
      <GrowingField serif label={s.gap} value={gap} onChange={setGap} onEnter={() => setGap("")} />
      <pre data-test="edits" className={cx("kitchen-outline")} style={{ whiteSpace: "pre-wrap" }}>
        {edits.map((edit) => JSON.stringify(edit)).join("\n")}
      </pre>
    </div>
  );
}
