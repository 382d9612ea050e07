import { Check, ChevronLeft, ChevronRight, X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import { words } from "#src/kit/text.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Button, IconButton } from "#src/ui/Button.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { takesKeys } from "#src/ui/singleKeys.ts";
import { type ChoicePiece, diffChoiceOf, mergeChoice } from "./diffChoice.ts";
import cx from "./WordDiffChoice.module.css";

export interface WordDiffChoiceProps {
  before: readonly string[];
  after: readonly string[];
  /** Of both texts. */
  language: string;
  /** What the change is about: what was asked for, or that another tab changed the passage. */
  title: ReactNode;
  /** Whose the older text is: the person's unless told. */
  older?: "mine" | "theirs";
  busy?: boolean;
  /** Takes the focus when it appears, unless somebody is typing. */
  autoFocus?: boolean;
  /** @param paragraphs what the person chose; the older text when they kept it */
  onDone: (paragraphs: string[]) => void;
}

const wordsOf = (paragraphs: readonly string[], language: string): number =>
  paragraphs.reduce((sum, text) => sum + words(text, language).length, 0);

/** Two versions of a passage in one: each change is accepted or kept, by itself or all at once. */
export function WordDiffChoice(props: WordDiffChoiceProps) {
  const { before, after, language, title, older = "mine", busy = false, autoFocus = false, onDone } = props;
  const { t } = useTranslation("projects");
  const pageLanguage = useLanguage();
  const frame = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const choice = useMemo(() => diffChoiceOf(before, after, language), [before, after, language]);
  const [decisions, setDecisions] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [current, setCurrent] = useState(0);
  // Other texts, such as after an undo: what was decided belonged to the ones before.
  const texts = JSON.stringify([before, after]);
  const [decidedFor, setDecidedFor] = useState(texts);
  if (decidedFor !== texts) {
    setDecidedFor(texts);
    setDecisions(new Map());
    setCurrent(0);
  }
  const { count } = choice;
  const open = count - decisions.size;
  const merged = (undecided: boolean): string[] => mergeChoice(choice, (id) => decisions.get(id) ?? undecided);
  const [was, now] = [wordsOf(before, language), wordsOf(merged(true), language)];
  const accepted = [...decisions.values()].filter(Boolean).length;

  useEffect(() => {
    if (autoFocus && !takesKeys(document.activeElement)) frame.current?.focus({ preventScroll: true });
  }, [autoFocus]);
  const show = (id: number): void => {
    setCurrent(id);
    frame.current?.querySelector(`[data-change="${id}"]`)?.scrollIntoView({ block: "nearest" });
  };
  const step = (by: 1 | -1): void => show((current + by + count) % count);
  const decide = (isAccepted: boolean): void => {
    const next = new Map(decisions).set(current, isAccepted);
    setDecisions(next);
    // The next one that is still open, from here on.
    const order = Array.from({ length: count }, (_, at) => (current + 1 + at) % count);
    show(order.find((id) => !next.has(id)) ?? current);
  };
  const finish = (): void => {
    if (!busy) onDone(merged(true));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== frame.current || busy || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (key === "Enter" && open === 0) finish();
    else if (key === "Enter") decide(true);
    else if (key === "Backspace" || key === "Delete") decide(false);
    else if (key === "ArrowRight" || key === "ArrowDown") step(1);
    else if (key === "ArrowLeft" || key === "ArrowUp") step(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const stateOf = (id: number): string => {
    const decision = decisions.get(id);
    return t(
      decision === undefined ? "editing.diff.open" : decision ? "editing.diff.accepted" : `editing.diff.${older}.kept`,
    );
  };
  const acceptLabel =
    open === 0
      ? t("editing.diff.apply", { count: accepted, all: count })
      : decisions.size === 0
        ? t("editing.diff.acceptAll", { count })
        : t("editing.diff.acceptRest", { count: open });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the whole frame
    <div
      className={cx("diff-choice")}
      ref={frame}
      role="group"
      aria-labelledby={titleId}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <header className={cx("diff-choice-head")} lang={pageLanguage}>
        <span className={cx("diff-choice-title")} id={titleId}>
          {title}
        </span>
        {count > 0 ? (
          <span className={cx("diff-choice-pager num")}>
            <IconButton label={t("editing.diff.previous")} onClick={() => step(-1)}>
              <Icon of={ChevronLeft} />
            </IconButton>
            <span role="status">
              {t("editing.diff.place", { place: current + 1, count })}
              <span className="sr-only">, {stateOf(current)}</span>
            </span>
            <IconButton label={t("editing.diff.next")} onClick={() => step(1)}>
              <Icon of={ChevronRight} />
            </IconButton>
            <i className={cx("diff-choice-rule")} />
            <IconButton
              label={t("editing.diff.accept")}
              aria-pressed={decisions.get(current) === true}
              onClick={() => decide(true)}
            >
              <Icon of={Check} />
            </IconButton>
            <IconButton
              label={t(`editing.diff.${older}.keep`)}
              aria-pressed={decisions.get(current) === false}
              onClick={() => decide(false)}
            >
              <Icon of={X} />
            </IconButton>
          </span>
        ) : null}
      </header>
      <div className={cx("diff-choice-text")} lang={language}>
        {choice.paragraphs.map((paragraph, at) => (
          <p key={at}>
            {paragraph.pieces.map((piece, index) =>
              piece.kind === "same" ? (
                piece.text
              ) : (
                <Change
                  key={index}
                  piece={piece}
                  decision={decisions.get(piece.id)}
                  isCurrent={piece.id === current}
                  onShow={setCurrent}
                />
              ),
            )}
          </p>
        ))}
      </div>
      <footer className={cx("diff-choice-foot")} lang={pageLanguage}>
        {count > 0 ? (
          <Button variant="primary" size="small" busy={busy} onClick={finish}>
            {acceptLabel}
          </Button>
        ) : null}
        <Button size="small" disabled={busy} onClick={() => onDone([...before])}>
          {t(`editing.diff.${older}.keepAll`)}
        </Button>
        <span className={cx("diff-choice-words num")} role="status">
          {count === 0 ? t("editing.diff.none") : t("editing.diff.words", { count: was, now })}
        </span>
        {count > 0 ? <span className={cx("diff-choice-keys")}>{t(`editing.diff.${older}.keys`)}</span> : null}
      </footer>
    </div>
  );
}

interface ChangeProps {
  piece: Extract<ChoicePiece, { kind: "change" }>;
  decision: boolean | undefined;
  isCurrent: boolean;
  onShow: (id: number) => void;
}

/** What went and what came; once decided, the one that stays. A click makes it the current one. */
function Change({ piece: { id, del, ins }, decision, isCurrent, onShow }: ChangeProps) {
  const ties = { "data-change": id, "data-current": isCurrent || undefined, onClick: () => onShow(id) };
  if (decision !== undefined) {
    const [kept, gone] = decision ? [ins, del] : [del, ins];
    // What is left out altogether keeps a sign of its place.
    return (
      <span {...ties} className={cx(decision ? "change-accepted" : "change-kept")}>
        {kept === "" && gone !== "" ? "·" : kept}
      </span>
    );
  }
  return (
    <>
      {del === "" ? null : <del {...ties}>{del}</del>}
      {ins === "" ? null : <ins {...ties}>{ins}</ins>}
    </>
  );
}
