import { ChevronDown } from "lucide-react";
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useSyncExternalStore,
} from "react";
import type { Block, SectionInWork } from "../document.ts";
import { blockTexts } from "../blockTexts.ts";
import { labelledRows } from "./outline.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Chip } from "#src/ui/Chip.tsx";
import { hasDocumentDraft, onDocumentDrafts } from "./documentDrafts.ts";
import { useEditing } from "./editing.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { type Reading, type ReadingPosition, sectionId, useFolded, useReading } from "./reading.ts";
import { pressedKeys } from "./sectionActions.ts";
import { SectionMenu, useSectionActions } from "./SectionMenu.tsx";
import gapsStyles from "./Gaps.module.css";
import styles from "./SectionFold.module.css";
import { joinClasses } from "#src/ui/classNames.ts";

const cx = joinClasses(styles, gapsStyles);

const bodyId = (key: string): string => `${sectionId(key)}-text`;

export interface SectionHeadProps {
  section: SectionInWork;
  /** Of the document. */
  language: string;
  place: ReadingPosition;
  /** What is being done with the section. */
  badge?: string | undefined;
  /** Something is being done with it: its words are in sight. */
  isInHand: boolean;
}

/** The title of a section where documents are read: it folds the section, and its menu stands beside it. */
export function SectionHead({ section, language, place, badge, isInHand }: SectionHeadProps) {
  const { key, title } = section;
  const isFolded = useFolded(place.reading, key);
  const editing = useEditing();
  const pageLanguage = useLanguage();
  const actions = useSectionActions(section, language, place.sectionActions);
  const onKeys = (event: KeyboardEvent<HTMLElement>): void => {
    const keys = pressedKeys(event);
    const action = actions.find((one) => one.keys === keys && !one.disabled);
    if (!action || event.repeat || (keys === "Ctrl C" && getSelection()?.isCollapsed === false)) return;
    event.preventDefault();
    // Before the keys of the button, which opens the menu with an arrow.
    event.stopPropagation();
    const menu = event.target instanceof Element ? event.target.closest("[role=menu]") : null;
    if (menu) menu.querySelector<HTMLElement>(`[data-keys="${keys}"]`)?.click();
    else action.run();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the title, its button and its menu
    <div className={cx("doc-section-head")} onKeyDownCapture={onKeys}>
      <h2>
        <button
          type="button"
          className={cx("doc-section-toggle print-shown")}
          aria-expanded={!isFolded}
          aria-controls={bodyId(key)}
          onClick={() => (isFolded ? place.reading.unfold([key]) : place.reading.fold([key]))}
        >
          {title} <Icon of={ChevronDown} size={16} />
        </button>
      </h2>
      {editing?.outdated.includes(key) ? <Outdated /> : null}
      {badge === undefined ? null : (
        <span className={cx("doc-outdated")} lang={pageLanguage}>
          <Chip tone="info">{badge}</Chip>
        </span>
      )}
      {isInHand ? null : <KeptWords place={key} onEdit={actions.find(({ name }) => name === "edit")?.run} />}
      <SectionMenu title={title} actions={actions} />
    </div>
  );
}

/** The way back to words of a section that were typed and not saved, on this page or before it was loaded anew. */
function KeptWords({ place, onEdit }: { place: string; onEdit: (() => void) | undefined }) {
  const { t } = useTranslation("projects");
  const pageLanguage = useLanguage();
  const editing = useEditing();
  const key = editing?.draftKey(place);
  const isKept = useSyncExternalStore(onDocumentDrafts, () => key !== undefined && hasDocumentDraft(key));
  if (!isKept || !onEdit) return null;
  return (
    <button type="button" className={cx("doc-kept link-text")} lang={pageLanguage} onClick={onEdit}>
      {t("sections.kept")}
    </button>
  );
}

/** Says that what the section was written from has changed since. */
function Outdated() {
  const { t } = useTranslation("projects");
  const pageLanguage = useLanguage();
  return (
    <span className={cx("doc-outdated")} lang={pageLanguage}>
      <Chip tone="warn">{t("sections.outdated")}</Chip>
      <span className="sr-only">{t("sections.outdatedText")}</span>
    </span>
  );
}

/** What stands under the title of a section: gone while it is folded, on the screen only. */
export function SectionBody({ sectionKey, children }: { sectionKey: string; children: ReactNode }) {
  const place = useReading();
  const isFolded = useFolded(place?.reading, sectionKey);
  const body = useFoldedBody(place?.reading, sectionKey, isFolded);
  return place ? (
    <div id={bodyId(sectionKey)} ref={body}>
      {children}
    </div>
  ) : (
    children
  );
}

/**
 * Folds the text of a section away so that the search of the browser still finds it and opens the section; React writes
 * no other value than true for `hidden`.
 */
function useFoldedBody(reading: Reading | undefined, key: string, isFolded: boolean): Ref<HTMLDivElement> {
  return useCallback(
    (body: HTMLDivElement | null) => {
      if (!body || !reading) return undefined;
      if (isFolded) body.setAttribute("hidden", "until-found");
      else body.removeAttribute("hidden");
      const open = (): void => reading.unfold([key]);
      body.addEventListener("beforematch", open);
      return () => body.removeEventListener("beforematch", open);
    },
    [reading, key, isFolded],
  );
}

/** A list right under a heading whose items are names with values is the card of that heading. */
export function cardRows(block: Block, before: Block | undefined): { label: string; value: string }[] | null {
  return block.type === "list" && !block.ordered && before?.type === "h" ? labelledRows(block.items) : null;
}

/** Characters in a line of the text, and heights of a line and of a row, CSS pixels. */
const [lineLength, lineHeight, rowHeight] = [72, 27, 36];

/** About as high as the blocks of a section are with its title, CSS pixels. */
const heightOf = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, block) => {
    if (block.type === "table") return sum + 28 + (block.rows.length + 1) * rowHeight;
    return (
      sum + 10 + blockTexts(block).reduce((all, text) => all + Math.ceil(text.length / lineLength) * lineHeight, 0)
    );
  }, 70);

/** Up to here, CSS pixels, a document is drawn as a whole. */
const shortDocument = 12_000;

/** Whether a document is so long that what is far away is better drawn later. */
export const isLong = (sections: readonly { blocks: readonly Block[] }[]): boolean =>
  sections.reduce((sum, { blocks }) => sum + heightOf(blocks), 0) > shortDocument;

/** What fills the first screen and the next one, CSS pixels. */
const firstScreens = 2_000;

/** How many sections of a long document are drawn at first; the others follow once these are on the screen. */
export function firstSections(sections: readonly { blocks: readonly Block[] }[]): number {
  let height = 0;
  const count = sections.findIndex(({ blocks }) => (height += heightOf(blocks)) > firstScreens);
  return count === -1 ? sections.length : count + 1;
}

/** Room of a section before it is drawn: about its height, so that the scroll bar hardly moves when it is. */
export const roomFor = (blocks: readonly Block[]): CSSProperties => ({
  containIntrinsicBlockSize: `auto ${heightOf(blocks)}px`,
});
