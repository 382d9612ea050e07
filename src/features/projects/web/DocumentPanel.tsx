import { type ComponentType, Fragment, type ReactNode, useMemo, useState } from "react";
import { DocumentOutline, type OutlineSlots } from "#src/features/documents/web/DocumentOutline.tsx";
import { countSources, DocumentSources } from "#src/features/documents/web/DocumentSources.tsx";
import type { ReadDocument } from "#src/features/documents/web/readDocument.ts";
import { useEditing } from "#src/features/documents/web/editing.ts";
import { firstTab, hasGaps, type PanelTab } from "#src/features/documents/web/outline.ts";
import { Proposals } from "#src/features/runs/web/Proposals.tsx";
import type { ProposalsState } from "#src/features/runs/web/useProposals.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { type Tab, Tabs } from "#src/ui/Tabs.tsx";

export interface DocumentPanelProps {
  document: ReadDocument;
  proposals: ProposalsState;
  /** Something is to be decided, as far as the project says so before its suggestions are here. */
  isToReview: boolean;
  /** The outline has a place of its own beside the text. */
  hasOutline: boolean;
  outline: OutlineSlots;
}

/** What stands beside a document: how it is built, what it rests on, and what it suggests. */
export function DocumentPanel({ document, proposals, isToReview, hasOutline, outline }: DocumentPanelProps) {
  const { t } = useTranslation(["reading", "projects"]);
  const editing = useEditing();
  // Whoever has begun to fill gaps goes on with them; else what is to be decided comes first.
  const isFilling =
    editing !== null && (editing.openGap !== null || editing.gaps.some(({ state }) => state !== "open"));
  const open = proposals.open.length + proposals.changed.length;
  const [tab, choose] = useTab({
    isLoading: proposals.isLoading,
    first: firstTab({
      hasGaps: isFilling && hasGaps(document),
      suggestions: proposals.isLoading && isToReview ? 1 : open,
    }),
  });
  const all = usePanelTabs({ document, proposals, outline, Body: PanelBody });
  const tabs = hasOutline ? all.filter(({ value }) => value !== "outline") : all;
  // Without its outline the panel opens with what is to be decided.
  const hasSources = all.some(({ value, count }) => value === "sources" && count !== undefined);
  const instead = open > 0 || !hasSources ? "suggestions" : "sources";
  const shown = hasOutline && tab === "outline" ? instead : tab;
  return <Tabs value={shown} onChange={choose} tabs={tabs} label={t("panel")} />;
}

/** The tab in hand: the first one is settled once what decides it is here, and stays until another is chosen. */
function useTab({ isLoading, first }: { isLoading: boolean; first: PanelTab }) {
  const [chosen, choose] = useState<PanelTab | null>(null);
  const [settled, settle] = useState<PanelTab | null>(null);
  if (!isLoading && settled === null) settle(first);
  return [chosen ?? settled ?? first, choose] as const;
}

const PanelBody = ({ children }: { children: ReactNode }) => <div className="doc-side-body">{children}</div>;

interface PanelTabs extends Pick<DocumentPanelProps, "document" | "proposals" | "outline"> {
  /** What holds the outline, and the sources. */
  Body?: ComponentType<{ children: ReactNode }>;
  /** Goes to a place that was chosen, where something has to be put away first. */
  onGo?: (go: () => void) => void;
}

/** The outline of a document, its sources and its suggestions. */
export function usePanelTabs({ document, proposals, outline, Body = Fragment, onGo }: PanelTabs): Tab<PanelTab>[] {
  const { t } = useTranslation(["reading", "projects"]);
  const sources = useMemo(() => countSources(document), [document]);
  const tab = (value: PanelTab, label: string, count: number | undefined, content: ReactNode): Tab<PanelTab> => ({
    value,
    label,
    ...(count === undefined ? {} : { count }),
    content: value === "suggestions" ? content : <Body>{content}</Body>,
  });
  const open = proposals.isLoading ? undefined : proposals.open.length + proposals.changed.length;
  return [
    tab("outline", t("outline.title"), undefined, <DocumentOutline document={document} {...outline} onGo={onGo} />),
    tab("sources", t("sources.title"), sources || undefined, <DocumentSources document={document} onGo={onGo} />),
    tab("suggestions", t("projects:proposals.title"), open, <Proposals state={proposals} />),
  ];
}
