import { ArrowDown, ArrowUp, PenLine, Plus, Trash2, WandSparkles } from "lucide-react";
import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import type { Section } from "#src/features/documents/document.ts";
import type { Edit, SectionEditor } from "#src/features/documents/edits.ts";
import type { DocumentEditing, Saved } from "#src/features/documents/web/editing.ts";
import { gapsKey } from "#src/features/documents/web/outline.ts";
import type { SectionItems } from "#src/features/documents/web/reading.ts";
import { SectionEditing } from "#src/features/documents/web/SectionEditing.tsx";
import { api } from "#src/shell/api.ts";
import { useTranslation } from "#src/shell/i18n/index.ts";
import { toastFailure } from "#src/shell/toastFailure.ts";
import { Icon } from "#src/shell/ui/Icon.tsx";
import { MenuItem } from "#src/shell/ui/Menu.tsx";
import { SkeletonText } from "#src/shell/ui/Skeleton.tsx";
import { toast } from "#src/shell/ui/toastStore.ts";
import type { SectionWork } from "#src/features/documents/web/DocumentView.tsx";
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
  const save = useCallback(
    async (key: string, changes: readonly Edit[]): Promise<boolean> => {
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
    },
    [change, read],
  );

  const keys = useMemo(() => document.sections.map(({ key }) => key).filter((key) => key !== gapsKey), [document]);
  const remove = useCallback(
    async (section: Pick<Section, "key" | "title">): Promise<void> => {
      if ((await change?.({ kind: "removeSection", section: section.key })) !== "saved") return;
      toast({
        title: t("sections.removed", { title: section.title }),
        action: { label: t("common:action.undo"), run: () => void change?.({ kind: "undo" }) },
      });
    },
    [change, t],
  );
  const { plan } = rewrite;
  const items = useMemo((): SectionItems | undefined => {
    if (!change) return undefined;
    return function SectionTools(section) {
      const at = keys.indexOf(section.key);
      if (at < 0) return null;
      const item = (icon: typeof PenLine, label: string, onSelect: () => void): ReactNode => (
        <MenuItem icon={<Icon of={icon} size={14} />} onSelect={onSelect}>
          {label}
        </MenuItem>
      );
      const canRewrite = plan?.reason === null && plan.sections.includes(section.key);
      return (
        <>
          {canRewrite
            ? item(
                WandSparkles,
                plan.coins === 0 ? t("rewrite.item") : t("rewrite.itemPrice", { count: plan.coins }),
                () => setAsking(section.key),
              )
            : null}
          {item(PenLine, t("sections.edit"), () => edit(section.key))}
          {at > 0
            ? item(
                ArrowUp,
                t("sections.moveUp"),
                () => void change({ kind: "moveSection", section: section.key, by: -1 }),
              )
            : null}
          {at < keys.length - 1
            ? item(
                ArrowDown,
                t("sections.moveDown"),
                () => void change({ kind: "moveSection", section: section.key, by: 1 }),
              )
            : null}
          {item(Plus, t("sections.addBelow"), () => setBelow(section.key))}
          {item(Trash2, t("sections.remove"), () => void remove(section))}
        </>
      );
    };
  }, [change, edit, keys, plan, remove, t]);

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
  const { view } = rewrite;
  if (editing && asking !== null)
    inPlace.set(asking, {
      isAbove: true,
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
      content: <SectionRewrite rewrite={rewrite} view={view} language={document.language} />,
    });
  const dialog =
    editing === null ? null : below === null ? (
      <RefusedWords editing={editing} />
    ) : (
      <AddSection
        onClose={() => setBelow(null)}
        onAdd={async (name, paragraphs) =>
          (await editing.change({ kind: "addSection", after: below, title: name, paragraphs })) === "saved"
        }
      />
    );
  return { items, inPlace, dialog };
}
