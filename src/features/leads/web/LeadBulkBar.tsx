import { Link } from "@tanstack/react-router";
import { Ban, Download, type LucideIcon, Send, Tag, Trash2 } from "lucide-react";
import { useState } from "react";
import { cardNamed, formPathOf } from "#src/features/workflows/catalogue/cards.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { BulkBar } from "#src/ui/BulkBar.tsx";
import { Button } from "#src/ui/Button.tsx";
import { Dialog } from "#src/ui/Dialog.tsx";
import { Field } from "#src/ui/Field.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { Menu, MenuItem } from "#src/ui/Menu.tsx";
import { TextInput } from "#src/ui/TextInput.tsx";
import { saveFile, textFile } from "#src/ui/saveFile.ts";
import { toast } from "#src/ui/toastStore.ts";
import { recordsOf } from "./leadRecords.ts";
import type { LeadRow } from "../contract.ts";
import { leadStages, maxOutreachLeads } from "../rules.ts";
import type { LeadActions } from "./useLeadActions.ts";

const outreach = cardNamed("leadsOutreachAssistant");
/** Tags of one lead at most, as the contract has it. */
const tagLimit = 30;

export interface LeadBulkBarProps {
  /** The ticked leads as they are now. */
  chosen: LeadRow[];
  actions: LeadActions;
  zone: string;
  onEnd: () => void;
  /** Ticks also what is not loaded yet; undefined when all is ticked. */
  all: { count: number; isLoading: boolean; onAll: () => void } | undefined;
}

function TagDialog({ isOpen, onClose, onTag }: { isOpen: boolean; onClose: () => void; onTag: (tag: string) => void }) {
  const { t } = useTranslation(["leads", "common"]);
  const [tag, setTag] = useState("");
  const send = (): void => {
    if (tag.trim() === "") return;
    onTag(tag.trim());
    setTag("");
    onClose();
  };
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t("bulk.addTag")}
      description={t("bulk.tagText")}
      footer={
        <Button variant="primary" onClick={send}>
          {t("bulk.addTag")}
        </Button>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Field label={t("bulk.tagLabel")}>
          <TextInput value={tag} maxLength={60} onChange={(event) => setTag(event.target.value.replaceAll(",", ""))} />
        </Field>
      </form>
    </Dialog>
  );
}

/** What can be done to the ticked leads, in ink at the foot of the page. */
export function LeadBulkBar({ chosen, actions, zone, onEnd, all }: LeadBulkBarProps) {
  const { t } = useTranslation(["leads", "common"]);
  const [isTagging, setTagging] = useState(false);
  const writable = chosen.filter(({ doNotContact }) => !doNotContact);
  const isBarred = chosen.every(({ doNotContact }) => doNotContact);
  const addTag = (tag: string): void => {
    const full = chosen.find(({ tags }) => tags.length >= tagLimit && !tags.includes(tag));
    if (full) toast({ tone: "danger", title: t("failed.update"), text: t("bulk.tagMany", { name: full.name }) });
    else void actions.change(chosen, ({ tags }) => (tags.includes(tag) ? undefined : { tags: [...tags, tag] }));
  };
  const bar = (): void =>
    void actions.change(chosen, (lead) => (lead.doNotContact === isBarred ? { doNotContact: !isBarred } : undefined));
  const button = (icon: LucideIcon, label: string, onClick: () => void) => (
    <button type="button" onClick={onClick}>
      <Icon of={icon} size={14} />
      {label}
    </button>
  );
  const save = async (): Promise<void> => {
    try {
      const [{ leadsCsv }, whole] = await Promise.all([import("./leadCsv.ts"), recordsOf(chosen)]);
      const name = "leads.csv";
      saveFile(
        name,
        textFile(
          leadsCsv(whole, (key) => t(`field.${key}`), zone),
          "text/csv",
        ),
      );
      toast({ title: t("done.exported", { count: whole.length, name }) });
    } catch {
      toast({ tone: "danger", title: t("failed.export"), ...(navigator.onLine ? {} : { text: t("failed.offline") }) });
    }
  };
  return (
    <>
      <BulkBar
        label={t("bulk.label")}
        count={t("selected", { count: chosen.length })}
        endLabel={t("bulk.end")}
        onEnd={onEnd}
      >
        {all ? (
          <button type="button" aria-disabled={all.isLoading || undefined} onClick={all.onAll}>
            {all.isLoading ? t("bulk.loadingAll") : t("bulk.all", { count: all.count })}
          </button>
        ) : null}
        <Menu side="top" trigger={<button type="button">{t("bulk.setStage")}</button>}>
          {leadStages.map((stage) => (
            <MenuItem
              key={stage}
              onSelect={() => void actions.change(chosen, (lead) => (lead.stage === stage ? undefined : { stage }))}
            >
              {t(`stage.${stage}`)}
            </MenuItem>
          ))}
        </Menu>
        {button(Tag, t("bulk.addTag"), () => setTagging(true))}
        {writable.length > 0 && writable.length <= maxOutreachLeads ? (
          <Link to={formPathOf(outreach)} search={{ leads: writable.map(({ id }) => id).join(",") }}>
            <Icon of={Send} size={14} />
            {t("bulk.write", { count: writable.length })}
          </Link>
        ) : null}
        {button(Ban, t(isBarred ? "bulk.mayContact" : "bulk.doNotContact"), bar)}
        {button(Download, t("bulk.export"), () => void save())}
        {button(
          Trash2,
          t("bulk.delete"),
          () => void actions.remove(chosen).then((gone) => (gone ? onEnd() : undefined)),
        )}
      </BulkBar>
      <TagDialog isOpen={isTagging} onClose={() => setTagging(false)} onTag={addTag} />
    </>
  );
}
