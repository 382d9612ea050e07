import { useQueryClient } from "@tanstack/react-query";
import { Ellipsis, Plus } from "lucide-react";
import { useState } from "react";
import { api } from "#src/ui/client/api.ts";
import { paths } from "#src/ui/client/paths.ts";
import { codeOf } from "#src/ui/client/toastFailure.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Button, IconButton } from "#src/ui/Button.tsx";
import { Dialog } from "#src/ui/Dialog.tsx";
import { Field } from "#src/ui/Field.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { Menu, MenuItem, MenuRule } from "#src/ui/Menu.tsx";
import { TextInput } from "#src/ui/TextInput.tsx";
import { toast } from "#src/ui/toastStore.ts";
import { ViewTabs } from "#src/ui/ViewTabs.tsx";
import { isFiltered, type LeadSearch, leadSearch, savedOf, searchOfSaved, searchOfView, viewOf } from "./leadSearch.ts";
import type { LeadAddress } from "./useLeadSearch.ts";
import { type LeadViewList, viewsKey } from "./useLeadList.ts";
import cx from "./LeadViews.module.css";

export interface LeadViewsProps {
  address: LeadAddress;
  views: LeadViewList | undefined;
}

type SavedView = LeadViewList["views"][number];

const isSame = (one: LeadSearch, other: LeadSearch): boolean =>
  JSON.stringify(leadSearch.write(one)) === JSON.stringify(leadSearch.write(other));

/** The views of the leads, those that the person saved, and the messages to them. */
export function LeadViews({ address, views }: LeadViewsProps) {
  const { t } = useTranslation("leads");
  const { search, isOutreach, saved, narrow } = address;
  const own = views?.views ?? [];
  const current = own.find(({ id }) => id === saved);
  const standard = (["all", "quiet", "untouched"] as const).map((view) => ({
    key: view as string,
    label: t(`view.${view}`),
    search: { ...leadSearch.write(searchOfView(view, search)) } as Record<string, unknown>,
    count: view === "all" ? views?.total : views?.[view],
  }));
  const tabs = own.map((view) => ({
    key: view.id,
    label: view.name,
    search: { ...leadSearch.write(searchOfSaved(view.filters)), saved: view.id },
    count: view.found,
  }));
  const outreach = { key: "outreach", label: t("view.outreach"), search: { view: "outreach" } };
  const actions = useViewActions(address);
  const [naming, setNaming] = useState<"new" | "rename">();
  const isChanged = current !== undefined && !isSame(search, searchOfSaved(current.filters));
  const isNew = current === undefined && !isOutreach && isFiltered(search) && !isStandard(search);
  return (
    <div className={cx("lead-views")}>
      <ViewTabs
        label={t("views")}
        to={paths.leads}
        here={isOutreach ? outreach.key : (current?.id ?? viewOf(search))}
        tabs={[...standard, ...tabs, outreach]}
      />
      {current && isChanged ? (
        <Button size="small" variant="quiet" onClick={() => void actions.update(current, { filters: savedOf(search) })}>
          {t("saved.update")}
        </Button>
      ) : null}
      {isNew || isChanged ? (
        <Button size="small" variant="quiet" icon={<Icon of={Plus} size={14} />} onClick={() => setNaming("new")}>
          {t("saved.save")}
        </Button>
      ) : null}
      {current ? (
        <Menu
          align="end"
          trigger={
            <IconButton label={t("saved.menu", { name: current.name })}>
              <Icon of={Ellipsis} />
            </IconButton>
          }
        >
          <MenuItem onSelect={() => setNaming("rename")}>{t("saved.rename")}</MenuItem>
          {isChanged ? (
            <MenuItem onSelect={() => narrow(searchOfSaved(current.filters))}>{t("saved.reset")}</MenuItem>
          ) : null}
          <MenuRule />
          <MenuItem danger onSelect={() => void actions.remove(current)}>
            {t("saved.delete")}
          </MenuItem>
        </Menu>
      ) : null}
      {naming ? (
        <NameDialog
          title={t(naming === "new" ? "saved.save" : "saved.rename")}
          first={naming === "rename" ? (current?.name ?? "") : ""}
          onClose={() => setNaming(undefined)}
          onName={(name) =>
            naming === "rename" && current ? actions.update(current, { name }) : actions.create(name, search)
          }
        />
      ) : null}
    </div>
  );
}

/** Whether nothing beyond a view that everybody has narrows the list. */
const isStandard = (search: LeadSearch): boolean => isSame(search, searchOfView(viewOf(search), search));

/** Saving, changing and deleting views; a refusal is said and nothing changes. */
function useViewActions({ openSaved, saved }: LeadAddress) {
  const { t } = useTranslation(["leads", "common"]);
  const client = useQueryClient();
  const run = async <T,>(call: () => Promise<T>, failed: string): Promise<T | undefined> => {
    try {
      const answer = await call();
      await client.invalidateQueries({ queryKey: viewsKey });
      return answer;
    } catch (cause) {
      const full = codeOf(cause) === "leads.viewLimit";
      const text = full ? "saved.full" : navigator.onLine ? "failed.text" : "failed.offline";
      toast({ tone: "danger", title: t(failed), text: t(text) });
      return undefined;
    }
  };
  const create = async (name: string, search: LeadSearch): Promise<boolean> => {
    const filters = savedOf(search);
    const made = await run(() => api.leads.createView({ enData: { name, filters } }), "saved.failed");
    if (!made) return false;
    openSaved(made.view.id, search);
    toast({ title: t("saved.done", { name }) });
    return true;
  };
  const update = async (view: SavedView, fields: Partial<Pick<SavedView, "name" | "filters">>): Promise<boolean> => {
    const done = await run(() => api.leads.updateView({ id: view.id, fields }), "saved.failed");
    if (done) toast({ title: t("saved.changed", { name: done.view.name }) });
    return done !== undefined;
  };
  const remove = async (view: SavedView): Promise<void> => {
    if (!(await run(() => api.leads.deleteView({ enData: { id: view.id } }), "saved.notDeleted"))) return;
    if (saved === view.id) openSaved(undefined, searchOfSaved({}));
    const back = (): void =>
      void run(() => api.leads.restoreView({ id: view.id }), "saved.failed").then((restored) =>
        restored ? openSaved(view.id, searchOfSaved(view.filters)) : undefined,
      );
    toast({ title: t("saved.deleted", { name: view.name }), action: { label: t("common:action.undo"), run: back } });
  };
  return { create, update, remove };
}

interface NameDialogProps {
  title: string;
  first: string;
  onClose: () => void;
  /** @returns whether it was taken */
  onName: (name: string) => Promise<boolean>;
}

function NameDialog({ title, first, onClose, onName }: NameDialogProps) {
  const { t } = useTranslation("leads");
  const [name, setName] = useState(first);
  const [isBusy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    if (name.trim() === "" || isBusy) return;
    setBusy(true);
    if (await onName(name.trim())) onClose();
    else setBusy(false);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={title}
      description={t("saved.text")}
      footer={
        <Button variant="primary" busy={isBusy} onClick={() => void send()}>
          {title}
        </Button>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Field label={t("saved.name")}>
          <TextInput value={name} maxLength={60} onChange={(event) => setName(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  );
}
