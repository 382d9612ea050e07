import { ArrowDown, ArrowUp, type LucideIcon, PenLine, Plus, Trash2, WandSparkles } from "lucide-react";
import { useMemo } from "react";
import type { Section } from "#src/features/documents/document.ts";
import type { DocumentEditing } from "#src/features/documents/web/editing.ts";
import { gapsKey } from "#src/features/documents/web/outline.ts";
import { sectionId } from "#src/features/documents/web/reading.ts";
import { onceRendered } from "#src/ui/onceRendered.ts";
import type { SectionAction, SectionActions } from "#src/features/documents/web/sectionActions.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { toast } from "#src/ui/toastStore.ts";
import type { RewritePlan } from "../contract.ts";
import cx from "#src/features/documents/web/SectionFold.module.css";

/** Goes on where the person was: the section has another place by now, or is gone. */
function focusMenuOf(section: string | undefined): void {
  if (section === undefined) return;
  onceRendered(
    () =>
      globalThis.document.getElementById(sectionId(section))?.querySelector<HTMLElement>(`.${cx("section-more")}`) ??
      null,
    (button) => {
      button.focus({ preventScroll: true });
      button.scrollIntoView({ block: "nearest" });
    },
  );
}

export interface SectionActionsOptions {
  sections: readonly Section[];
  /** Undefined where the document is only read. */
  change: DocumentEditing["change"] | undefined;
  edit: (key: string) => void;
  addBelow: (key: string) => void;
  /** Null while it is not known, or where no section can be rewritten. */
  plan: RewritePlan | null;
  /** A section is being rewritten, or what was written waits for an answer. */
  rewriting: "running" | "waiting" | null;
  askRewrite: (key: string) => void;
}

const openTexts = { running: "rewrite.isRunning", waiting: "rewrite.isWaiting" } as const;

/** What a person can do with a whole section, in the order of its menu; undefined where it is only read. */
export function useSectionActions(options: SectionActionsOptions): SectionActions | undefined {
  const { sections, change, edit, addBelow, plan, rewriting, askRewrite } = options;
  const { t } = useTranslation(["projects", "common"]);
  return useMemo(() => {
    if (!change) return undefined;
    const keys = sections.map(({ key }) => key).filter((key) => key !== gapsKey);
    const remove = async ({ key, title }: Pick<Section, "key" | "title">): Promise<void> => {
      if ((await change({ kind: "removeSection", section: key })) !== "saved") return;
      focusMenuOf(keys[keys.indexOf(key) + 1] ?? keys[keys.indexOf(key) - 1]);
      toast({
        title: t("sections.removed", { title }),
        action: { label: t("common:action.undo"), run: () => void change({ kind: "undo" }) },
      });
    };
    const move = async (key: string, by: 1 | -1): Promise<void> => {
      if ((await change({ kind: "moveSection", section: key, by })) === "saved") focusMenuOf(key);
    };
    const priceOf = ({ coins }: RewritePlan): string =>
      coins === 0 ? t("rewrite.free") : t("common:word.coins", { count: coins });
    const rewrite = (key: string): SectionAction | false =>
      plan !== null &&
      (plan.reason !== null || plan.sections.includes(key)) && {
        name: "rewrite",
        icon: WandSparkles,
        label: t("rewrite.item"),
        run: () => askRewrite(key),
        ...(plan.reason === null
          ? { end: rewriting ? t(openTexts[rewriting]) : priceOf(plan), disabled: rewriting !== null }
          : { end: t(`rewrite.reason.${plan.reason}`), disabled: true }),
      };
    type Own = Exclude<SectionAction["name"], "rewrite" | "copy" | "copyLink">;
    const action = (
      name: Own,
      icon: LucideIcon,
      run: () => void,
      more: Partial<SectionAction> = {},
    ): SectionAction => ({
      name,
      icon,
      label: t(`sections.${name}`),
      run,
      ...more,
    });
    return (section) => {
      const { key } = section;
      const at = keys.indexOf(key);
      if (at < 0) return [];
      const all: (SectionAction | false)[] = [
        rewrite(key),
        action("edit", PenLine, () => edit(key), { keys: "E" }),
        at > 0 && action("moveUp", ArrowUp, () => void move(key, -1), { keys: "Alt ↑" }),
        at < keys.length - 1 && action("moveDown", ArrowDown, () => void move(key, 1), { keys: "Alt ↓" }),
        action("addBelow", Plus, () => addBelow(key)),
        action("remove", Trash2, () => void remove(section), { keys: "Del", danger: true }),
      ];
      return all.filter((action) => action !== false);
    };
  }, [addBelow, askRewrite, change, edit, plan, rewriting, sections, t]);
}
