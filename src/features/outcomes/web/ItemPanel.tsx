import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, Ellipsis } from "lucide-react";
import { api, isGone } from "#src/ui/client/api.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Button, IconButton } from "#src/ui/Button.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { Menu, MenuItem, MenuRule } from "#src/ui/Menu.tsx";
import { SidePanel } from "#src/ui/SidePanel.tsx";
import { SkeletonText } from "#src/ui/Skeleton.tsx";
import { useCopy } from "#src/ui/useCopy.ts";
import type { Outcome, OutcomeCounts } from "../contract.ts";
import { excessOf } from "../rules.ts";
import { ItemProperties, ItemTitle } from "./ItemProperties.tsx";
import { ItemText } from "./ItemText.tsx";
import { NewItemForm } from "./NewItemForm.tsx";
import type { ItemActions } from "./useItemActions.ts";
import cx from "./ItemPanel.module.css";

export interface ItemPanelProps {
  /** Undefined for an item that does not exist yet. */
  itemId: string | undefined;
  /** What the page shows, in its order. */
  shown: readonly Outcome[];
  found: OutcomeCounts | undefined;
  actions: ItemActions;
  zone: string;
  today: string;
  onOpen: (id: string) => void;
  onClose: () => void;
}

/** One content item beside the page: read, changed, copied, deleted, or made. */
export function ItemPanel(props: ItemPanelProps) {
  const { t } = useTranslation("content");
  const { itemId } = props;
  if (itemId !== undefined) return <KnownItem {...props} id={itemId} />;
  return (
    <SidePanel
      isPage
      className={cx("item-panel")}
      title={t("new")}
      onClose={props.onClose}
      head={
        <div>
          <span>{t("new")}</span>
        </div>
      }
    >
      <NewItemForm {...props} />
    </SidePanel>
  );
}

function KnownItem(props: ItemPanelProps & { id: string }) {
  const { t } = useTranslation(["content", "common"]);
  const { id, shown, actions, onClose, onOpen } = props;
  const touched = actions.touched.get(id);
  const listed = touched && !touched.isGone ? touched.item : shown.find((item) => item.id === id);
  const { data, error, refetch } = useQuery({
    queryKey: ["item", id],
    queryFn: ({ signal }) => api.outcomes.getOutcome({ id }, { signal }),
    enabled: listed === undefined,
    gcTime: 0,
  });
  const item = listed ?? data?.outcome;
  const at = shown.findIndex((one) => one.id === id);
  const [before, after] = [shown[at - 1], at < 0 ? undefined : shown[at + 1]];
  const steps = (
    <div>
      <IconButton label={t("panel.before")} disabled={!before} onClick={() => before && onOpen(before.id)}>
        <Icon of={ChevronUp} />
      </IconButton>
      <IconButton label={t("panel.after")} disabled={!after} onClick={() => after && onOpen(after.id)}>
        <Icon of={ChevronDown} />
      </IconButton>
      {at < 0 ? null : <span>{t("panel.position", { at: at + 1, count: shown.length })}</span>}
    </div>
  );
  const isMissing = isGone(error);
  return (
    <SidePanel
      isPage
      className={cx("item-panel")}
      title={item?.title ?? t(isMissing ? "panel.gone" : "panel.title")}
      onClose={onClose}
      head={steps}
      menu={item && <ItemMenu item={item} actions={actions} onClose={onClose} />}
      footer={item && <ItemFoot item={item} actions={actions} />}
    >
      {item ? (
        <>
          <ItemTitle item={item} actions={actions} />
          <ItemProperties item={item} actions={actions} zone={props.zone} />
          <ItemText item={item} actions={actions} />
        </>
      ) : error ? (
        <Alert
          tone="danger"
          title={t(isMissing ? "panel.gone" : "failed.item")}
          action={
            <Button size="small" onClick={isMissing ? onClose : () => void refetch()}>
              {isMissing ? t("panel.toAll") : t("common:action.retry")}
            </Button>
          }
        >
          {isMissing ? t("panel.goneText") : null}
        </Alert>
      ) : (
        <SkeletonText lines={10} />
      )}
    </SidePanel>
  );
}

function ItemMenu({ item, actions, onClose }: { item: Outcome; actions: ItemActions; onClose: () => void }) {
  const { t } = useTranslation("content");
  const isSkipped = item.status === "skipped";
  const remove = (): void => {
    onClose();
    void actions.removeMany([item]);
  };
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={t("panel.menu")}>
          <Icon of={Ellipsis} />
        </IconButton>
      }
    >
      <MenuItem onSelect={() => void actions.move(item, { status: isSkipped ? "planned" : "skipped" })}>
        {t(isSkipped ? "panel.planAgain" : "panel.skip")}
      </MenuItem>
      <MenuRule />
      <MenuItem danger onSelect={remove}>
        {t("panel.delete")}
      </MenuItem>
    </Menu>
  );
}

/** Copy, and the next step on the way to publication. */
function ItemFoot({ item, actions }: { item: Outcome; actions: ItemActions }) {
  const { t } = useTranslation("content");
  const copy = useCopy();
  const isDone = item.status === "published";
  const next = item.status === "approved" ? ("published" as const) : ("approved" as const);
  const excess = excessOf({ ...item, status: next });
  return (
    <>
      <Button full disabled={item.brief.trim() === ""} onClick={() => void copy(item.brief)}>
        {t("copy")}
      </Button>
      {isDone ? null : (
        <Button
          full
          variant="primary"
          disabled={excess > 0 || (next === "approved" && item.brief.trim() === "")}
          title={excess > 0 ? t("tooLong.title", { count: excess }) : undefined}
          onClick={() => void actions.move(item, { status: next })}
        >
          {t(next === "approved" ? "approve" : "markPublished")}
        </Button>
      )}
    </>
  );
}
