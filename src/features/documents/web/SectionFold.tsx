import { ChevronDown } from "lucide-react";
import { type CSSProperties, type ReactNode, type Ref, useCallback } from "react";
import type { Block, SectionInWork } from "../document.ts";
import { blockTexts } from "../blockTexts.ts";
import { labelledRows } from "./outline.ts";
import { useLanguage, useTranslation } from "#src/shell/i18n/index.ts";
import { Chip } from "#src/shell/ui/Chip.tsx";
import { useEditing } from "./editing.ts";
import { Icon } from "#src/shell/ui/Icon.tsx";
import { type Reading, type ReadingPlace, sectionId, useFolded, useReading } from "./reading.ts";
import { SectionMenu } from "./SectionMenu.tsx";

const bodyId = (key: string): string => `${sectionId(key)}-text`;

export interface SectionHeadProps {
  section: SectionInWork;
  /** Of the document. */
  language: string;
  place: ReadingPlace;
}

/** The title of a section where documents are read: it folds the section, and its menu stands beside it. */
export function SectionHead({ section, language, place }: SectionHeadProps) {
  const { key, title } = section;
  const isFolded = useFolded(place.reading, key);
  const editing = useEditing();
  return (
    <div className="doc-section-head">
      <h2>
        <button
          type="button"
          className="doc-section-toggle"
          aria-expanded={!isFolded}
          aria-controls={bodyId(key)}
          onClick={() => (isFolded ? place.reading.unfold([key]) : place.reading.fold([key]))}
        >
          {title} <Icon of={ChevronDown} size={16} />
        </button>
      </h2>
      {editing?.outdated.includes(key) ? <Outdated /> : null}
      <SectionMenu section={section} language={language} items={place.sectionItems} />
    </div>
  );
}

/** Says that what the section was written from has changed since. */
function Outdated() {
  const { t } = useTranslation("projects");
  const pageLanguage = useLanguage();
  return (
    <span className="doc-outdated" lang={pageLanguage}>
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
