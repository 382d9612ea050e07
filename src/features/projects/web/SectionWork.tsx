import { useCallback, useState } from "react";
import type { DocumentEditing } from "#src/features/documents/web/editing.ts";
import type { SectionWork } from "#src/features/documents/web/DocumentView.tsx";
import { SectionEditing } from "#src/features/documents/web/SectionEditing.tsx";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { SkeletonText } from "#src/ui/Skeleton.tsx";
import { useReturnFocus } from "./returnFocus.ts";
import { RefusedWords } from "./RefusedWords.tsx";
import { AddSection } from "./AddSection.tsx";
import { AskRewrite, SectionRewrite } from "./SectionRewrite.tsx";
import type { EditingOptions } from "./useDocumentEditing.ts";
import { useOpenSection } from "./useOpenSection.ts";
import { useRewrite } from "./useRewrite.ts";
import { useSectionActions } from "./useSectionActions.ts";
import type { ReadRevision } from "./useProject.ts";

export interface SectionWorkOptions {
  projectId: string;
  newest: ReadRevision;
  /** Null where the document is only read. */
  editing: DocumentEditing | null;
  /** Told the document of after an accepted rewrite. */
  onEdited: EditingOptions["onSaved"];
}

/** What a person does with whole sections, and what of it stands in the document: an editor, a wish, a rewrite. */
export function useSectionWork({ projectId, newest, editing, onEdited }: SectionWorkOptions) {
  const { t } = useTranslation(["projects", "common"]);
  const [below, setBelow] = useState<string | null>(null);
  const [asking, setAsking] = useState<string | null>(null);
  const rewrite = useRewrite(editing ? projectId : null, newest, onEdited);
  const { plan, view, dismiss } = rewrite;
  const { document } = newest;
  const change = editing?.change;
  const { open, problem, edit, save, close } = useOpenSection({ projectId, newest, change });
  const askRewrite = useCallback(
    (key: string): void => {
      dismiss();
      setAsking(key);
    },
    [dismiss],
  );
  const actions = useSectionActions({
    sections: document.sections,
    change,
    edit,
    addBelow: setBelow,
    plan,
    rewriting: view.step === "working" ? "running" : view.step === "offered" ? "waiting" : null,
    askRewrite,
  });

  const titleOf = (key: string): string => document.sections.find((section) => section.key === key)?.title ?? "";
  const inHand = new Map<string, string>();
  if (editing && open) inHand.set(open.key, "edit");
  if (editing && asking !== null) inHand.set(asking, "ask");
  const rewritten = view.step === "idle" ? null : view.step === "offered" ? view.rewrite : view;
  if (editing && rewritten) inHand.set(rewritten.section, view.step);
  const keepRow = useReturnFocus(inHand);
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
          problem={problem ? t(`gaps.problem.${problem}`) : undefined}
          onSave={save}
          onRow={keepRow}
          onClose={close}
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
  const isReplaced = view.step === "offered" || view.step === "working";
  if (editing && rewritten && view.step !== "idle")
    inPlace.set(rewritten.section, {
      isAbove: !isReplaced,
      badge: isReplaced && "coins" in rewritten ? badge(rewritten.coins) : undefined,
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
