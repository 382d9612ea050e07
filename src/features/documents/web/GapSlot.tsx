import { TextCursorInput } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Button } from "#src/ui/Button.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { saveDraftWords, loadDraftWords } from "./documentDrafts.ts";
import { type DocumentEditing, gapBehind, type Saved, useEditing } from "./editing.ts";
import { useRoomNote } from "./useRoomNote.ts";
import "./Gaps.module.css";
import cx from "./GapSlot.module.css";

export interface GapSlotProps {
  /** Place of the gap. */
  at: string;
  question: string;
  /** What a cell shows in place of its question. */
  short?: string;
  /** The box that it opens stands elsewhere: only the words stay here. */
  opensElsewhere?: boolean;
}

/** A gap in the text: a button with its question that opens in place; the question alone where nothing is edited. */
export function GapSlot({ at, question, short, opensElsewhere = false }: GapSlotProps) {
  const editing = useEditing();
  const { t } = useTranslation("projects");
  const pageLanguage = useLanguage();
  const isOpen = editing?.openGap === at;
  if (isOpen && !opensElsewhere) return <GapBox key={at} at={at} question={question} editing={editing} />;
  const isKept = editing !== null && loadDraftWords(editing.draftKey(at)) !== "";
  const words = (
    <>
      <Icon of={TextCursorInput} size={14} />
      <span>{short ?? question}</span>
      {short === undefined ? null : <span className="sr-only">: {question}</span>}
    </>
  );
  if (!editing || isOpen) return <span className={cx(isOpen ? "gap gap-open" : "gap")}>{words}</span>;
  return (
    <button type="button" className="gap" data-gap={at} onClick={() => editing.showGap(at)}>
      {words}
      {isKept ? (
        <small className={cx("gap-kept")} lang={pageLanguage}>
          {t("gaps.kept")}
        </small>
      ) : null}
    </button>
  );
}

function GapBox({ at, question, editing }: { at: string; question: string; editing: DocumentEditing }) {
  const { t } = useTranslation(["projects", "common"]);
  const pageLanguage = useLanguage();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const draftKey = editing.draftKey(at);
  const [text, setText] = useState(() => loadDraftWords(draftKey));
  const [problem, setProblem] = useState<Exclude<Saved, "saved"> | null>(null);
  const [work, setWork] = useState<"save" | "leave" | null>(null);
  const index = editing.gaps.findIndex((gap) => gap.at === at);
  const room = useRoomNote(editing.gaps[index]?.most, text.trim());
  useEffect(() => {
    const area = field.current;
    const frame = area?.closest(".gap-box");
    area?.focus({ preventScroll: true });
    if (!frame) return;
    const show = (): void => frame.scrollIntoView({ block: "nearest" });
    show();
    // It opens to its height while it is scrolled to.
    void Promise.allSettled(frame.getAnimations().map(({ finished }) => finished)).then(show);
  }, []);
  useLayoutEffect(() => {
    const area = field.current;
    if (!area || CSS.supports("field-sizing", "content")) return;
    area.style.height = "auto";
    area.style.height = `${area.scrollHeight}px`;
  }, [text]);
  const send = async (kind: "save" | "leave", goesOn: boolean): Promise<void> => {
    const words = text.trim();
    if (work !== null) return;
    if (kind === "save" && words === "") {
      if (goesOn) editing.nextGap(at);
      return;
    }
    setWork(kind);
    // The next one is named before this one is closed, and opened once it is.
    const next = goesOn ? (gapBehind(editing.gaps, at)?.at ?? null) : null;
    const saved = await editing.change(kind === "save" ? { kind: "fill", at, text: words } : { kind: "leave", at });
    setWork(null);
    if (saved !== "saved") {
      setProblem(saved);
      return;
    }
    saveDraftWords(draftKey, "");
    editing.showGap(next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      editing.showGap(null);
    } else if (event.key === "Enter" && !event.shiftKey && event.target === field.current) {
      event.preventDefault();
      void send("save", false);
    } else if (event.key === "Tab" && !event.shiftKey && event.target === field.current && text.trim() !== "") {
      event.preventDefault();
      void send("save", true);
    }
  };
  return (
    <div className="gap-box num" role="group" aria-labelledby={`${id}-question`} onKeyDown={onKeyDown}>
      <label id={`${id}-question`} htmlFor={id}>
        {question}
      </label>
      <textarea
        id={id}
        ref={field}
        rows={1}
        maxLength={20_000}
        value={text}
        aria-describedby={problem ? `${id}-problem` : `${id}-keys`}
        onChange={(event) => {
          setText(event.target.value);
          setProblem(null);
          saveDraftWords(draftKey, event.target.value);
        }}
      />
      <div className={cx("gap-foot")} lang={pageLanguage}>
        <span>{t("gaps.place", { at: index + 1, all: editing.gaps.length })}</span>
        {problem ? (
          <span id={`${id}-problem`} className={cx("gap-problem")} role="alert">
            {t(`gaps.problem.${problem}`)}
          </span>
        ) : (
          <span id={`${id}-keys`} className={cx(room ? (room.isBad ? "gap-problem" : "gap-room") : "gap-keys")}>
            {room?.note ?? t("gaps.keys")}
          </span>
        )}
        <Button variant="quiet" size="small" busy={work === "leave"} onClick={() => void send("leave", true)}>
          {t("gaps.leave")}
        </Button>
        <Button
          variant="primary"
          size="small"
          busy={work === "save"}
          disabled={text.trim() === ""}
          onClick={() => void send("save", false)}
        >
          {t("common:action.save")}
        </Button>
      </div>
    </div>
  );
}
