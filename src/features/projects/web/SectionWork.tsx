import { ArrowDown, ArrowUp, PenLine, Plus, Trash2, WandSparkles } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Section } from "#src/features/documents/document.ts";
import type { Edit, SectionEditor } from "#src/features/documents/edits.ts";
import type { DocumentEditing, Saved } from "#src/features/documents/web/editing.ts";
import { gapsKey } from "#src/features/documents/web/outline.ts";
import { sectionId, whenDrawn } from "#src/features/documents/web/reading.ts";
import type { SectionAction, SectionActions } from "#src/features/documents/web/sectionActions.ts";
import { SectionEditing } from "#src/features/documents/web/SectionEditing.tsx";
import { api } from "#src/shell/api.ts";
import { useTranslation } from "#src/shell/i18n/index.ts";
import { toastFailure } from "#src/shell/toastFailure.ts";
import { SkeletonText } from "#src/shell/ui/Skeleton.tsx";
import { toast } from "#src/shell/ui/toastStore.ts";
import type { SectionWork } from "#src/features/documents/web/DocumentView.tsx";
import type { RewritePlan } from "../contract.ts";
import { RefusedWords } from "./RefusedWords.tsx";
import { AddSection } from "./AddSection.tsx";
import { AskRewrite, SectionRewrite } from "./SectionRewrite.tsx";
import type { EditingOptions } from "./useDocumentEditing.ts";
import { useRewrite } from "./useRewrite.ts";
import type { ReadRevision } from "./useProject.ts";

/** A section that is open for edits; without an editor, what can be edited is on its way. */
interface OpenSection {
  key: string;
  editor: SectionEditor | null;
}

export interface SectionWorkOptions {
  projectId: string;
  newest: ReadRevision;
  /** Null where the document is only read. */
  editing: DocumentEditing | null;
  /** Told the document of after an accepted rewrite. */
  onEdited: EditingOptions["onSaved"];
}

/** Goes on where the person was: the section has another place by now, or is gone. */
function focusMenuOf(section: string | undefined): void {
  if (section === undefined) return;
  whenDrawn(
    () => globalThis.document.getElementById(sectionId(section))?.querySelector<HTMLElement>(".section-more") ?? null,
    (button) => {
      button.focus({ preventScroll: true });
      button.scrollIntoView({ block: "nearest" });
    },
  );
}

/** What a person does with whole sections: edit one in its place, move it, leave it out, write one of their own. */
export function useSectionWork({ projectId, newest, editing, onEdited }: SectionWorkOptions) {
  const { t } = useTranslation(["projects", "common"]);
  const [open, setOpen] = useState<OpenSection | null>(null);
  const [problem, setProblem] = useState<Exclude<Saved, "saved"> | null>(null);
  const [below, setBelow] = useState<string | null>(null);
  const [asking, setAsking] = useState<string | null>(null);
  const rewrite = useRewrite(editing ? projectId : null, onEdited);
  const { document } = newest;
  const number = useRef(newest.number);
  number.current = newest.number;

  const read = useCallback(
    async (key: string): Promise<void> => {
      try {
        const { editor } = await api.projects.getSectionEditor({ projectId, number: number.current, section: key });
        setOpen((before) => (before?.key !== key ? before : editor === null ? null : { key, editor }));
        if (editor === null) toast({ tone: "info", title: t("sections.computed"), text: t("sections.computedText") });
      } catch (cause) {
        setOpen(null);
        toastFailure("project.addRevisionError")(cause);
      }
    },
    [projectId, t],
  );
  const edit = useCallback(
    (key: string): void => {
      setProblem(null);
      setOpen({ key, editor: null });
      void read(key);
    },
    [read],
  );
  const change = editing?.change;
  const isSaving = useRef(false);
  const save = useCallback(
    async (key: string, changes: readonly Edit[]): Promise<boolean> => {
      isSaving.current = true;
      try {
        for (const one of changes) {
          const saved = await change?.(one);
          if (saved !== "saved") {
            setProblem(saved ?? null);
            if (saved === "stale") await read(key);
            return false;
          }
        }
        setProblem(null);
        await read(key);
        return true;
      } finally {
        isSaving.current = false;
      }
    },
    [change, read],
  );
  // What is open here shows the document as it is: after an undo, and after an edit elsewhere. Words stay as drafts.
  const openKey = open?.key;
  const version = `${newest.number}/${newest.edits}`;
  const seen = useRef(version);
  useEffect(() => {
    if (seen.current === version) return;
    seen.current = version;
    if (openKey !== undefined && !isSaving.current) void read(openKey);
  }, [version, openKey, read]);
  if (editing === null && open !== null) setOpen(null);

  const keys = useMemo(() => document.sections.map(({ key }) => key).filter((key) => key !== gapsKey), [document]);
  const remove = useCallback(
    async ({ key, title }: Pick<Section, "key" | "title">): Promise<void> => {
      if ((await change?.({ kind: "removeSection", section: key })) !== "saved") return;
      focusMenuOf(keys[keys.indexOf(key) + 1] ?? keys[keys.indexOf(key) - 1]);
      toast({
        title: t("sections.removed", { title }),
        action: { label: t("common:action.undo"), run: () => void change?.({ kind: "undo" }) },
      });
    },
    [change, keys, t],
  );
  const move = useCallback(
    async (key: string, by: 1 | -1): Promise<void> => {
      if ((await change?.({ kind: "moveSection", section: key, by })) === "saved") focusMenuOf(key);
    },
    [change],
  );
  const { plan, view, dismiss } = rewrite;
  const isRewriting = view.step === "working" || view.step === "offered";
  const actions = useMemo((): SectionActions | undefined => {
    if (!change) return undefined;
    return (section) => {
      const { key } = section;
      const at = keys.indexOf(key);
      if (at < 0) return [];
      const all: (SectionAction | false)[] = [
        plan !== null && {
          name: "rewrite",
          icon: WandSparkles,
          label: t("rewrite.item"),
          run: () => {
            dismiss();
            setAsking(key);
          },
          ...(plan.reason === null
            ? { end: isRewriting ? t("rewrite.oneOpen") : priceOf(plan), disabled: isRewriting }
            : { end: t(`rewrite.reason.${plan.reason}`), disabled: true }),
        },
        { name: "edit", icon: PenLine, label: t("sections.edit"), keys: "E", run: () => edit(key) },
        at > 0 && {
          name: "moveUp",
          icon: ArrowUp,
          label: t("sections.moveUp"),
          keys: "Alt ↑",
          run: () => void move(key, -1),
        },
        at < keys.length - 1 && {
          name: "moveDown",
          icon: ArrowDown,
          label: t("sections.moveDown"),
          keys: "Alt ↓",
          run: () => void move(key, 1),
        },
        { name: "addBelow", icon: Plus, label: t("sections.addBelow"), run: () => setBelow(key) },
        {
          name: "remove",
          icon: Trash2,
          label: t("sections.remove"),
          keys: "Del",
          danger: true,
          run: () => void remove(section),
        },
      ];
      const canRewrite = plan !== null && (plan.reason !== null || plan.sections.includes(key));
      return all.filter((action) => action !== false).filter(({ name }) => name !== "rewrite" || canRewrite);
    };
    function priceOf({ coins }: RewritePlan): string {
      return coins === 0 ? t("rewrite.free") : t("common:word.coins", { count: coins });
    }
  }, [change, dismiss, edit, isRewriting, keys, move, plan, remove, t]);

  const titleOf = (key: string): string => document.sections.find((section) => section.key === key)?.title ?? "";
  const inPlace = new Map<string, SectionWork>();
  if (editing && open)
    inPlace.set(open.key, {
      isAbove: false,
      content: open.editor ? (
        <SectionEditing
          key={open.key}
          editor={open.editor}
          section={open.key}
          title={titleOf(open.key)}
          language={document.language}
          draftKey={editing.draftKey(open.key)}
          busy={false}
          problem={problem ? t(`gaps.problem.${problem}`) : undefined}
          onSave={(changes) => save(open.key, changes)}
          onClose={() => setOpen(null)}
        />
      ) : (
        <SkeletonText />
      ),
    });
  const badge = (coins: number): string => (coins === 0 ? t("rewrite.start") : t("rewrite.badge", { count: coins }));
  if (editing && asking !== null)
    inPlace.set(asking, {
      isAbove: true,
      badge: badge(rewrite.plan?.coins ?? 0),
      content: (
        <AskRewrite
          coins={rewrite.plan?.coins ?? 0}
          left={rewrite.plan?.left ?? 0}
          onAsk={(wish) => {
            setAsking(null);
            void rewrite.start(asking, wish, newest);
          }}
          onClose={() => setAsking(null)}
        />
      ),
    });
  if (editing && view.step !== "idle")
    inPlace.set(view.step === "offered" ? view.rewrite.section : view.section, {
      isAbove: view.step !== "offered" && view.step !== "working",
      badge:
        view.step === "offered" ? badge(view.rewrite.coins) : view.step === "working" ? badge(view.coins) : undefined,
      content: <SectionRewrite rewrite={rewrite} view={view} language={document.language} />,
    });
  const dialog =
    editing === null ? null : below === null ? (
      <RefusedWords editing={editing} language={newest.document.language} />
    ) : (
      <AddSection
        onClose={() => setBelow(null)}
        onAdd={async (name, paragraphs) =>
          (await editing.change({ kind: "addSection", after: below, title: name, paragraphs })) === "saved"
        }
      />
    );
  const waiting = view.step === "offered" ? titleOf(view.rewrite.section) : null;
  return { actions, inPlace, dialog, waiting, plan: editing ? plan : null };
}
