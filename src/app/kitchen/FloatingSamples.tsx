import { Copy, Download, Ellipsis, LifeBuoy, Pencil, Star, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { BusyBorder } from "#src/ui/BusyBorder.tsx";
import { Button, IconButton } from "#src/ui/Button.tsx";
import { Switch } from "#src/ui/Checkbox.tsx";
import { AlertDialog, Dialog } from "#src/ui/Dialog.tsx";
import { Field } from "#src/ui/Field.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { Menu, MenuChoice, MenuItem, MenuRule } from "#src/ui/Menu.tsx";
import { Popover } from "#src/ui/Popover.tsx";
import { ScrollArea } from "#src/ui/ScrollArea.tsx";
import { TextInput } from "#src/ui/TextInput.tsx";
import { Tooltip } from "#src/ui/Tooltip.tsx";
import { useSamples } from "./samples.ts";
import cx from "./kitchen.module.css";

export function FloatingSamples() {
  const s = useSamples();
  const { t } = useTranslation();
  const [open, setOpen] = useState<"form" | "delete">();
  const [sort, setSort] = useState("0");
  const [isBusy, setBusy] = useState(false);
  return (
    <div className={cx("kitchen-stack")}>
      <div className={cx("kitchen-row")}>
        <Menu
          trigger={
            <IconButton label={s.menuOpen} data-test="menu">
              <Icon of={Ellipsis} />
            </IconButton>
          }
        >
          <MenuItem icon={<Icon of={Pencil} />} keys="F2">
            {s.menu[0]}
          </MenuItem>
          <MenuItem icon={<Icon of={Star} />}>{s.menu[1]}</MenuItem>
          <MenuItem icon={<Icon of={Copy} />} disabled>
            {s.menu[2]}
          </MenuItem>
          <MenuItem icon={<Icon of={Download} />} keys="Ctrl E">
            {s.menu[3]}
          </MenuItem>
          <MenuRule />
          <MenuChoice
            label={s.research}
            value={sort}
            onChange={setSort}
            choices={s.depthChoices.map((label, index) => ({ value: String(index), label }))}
          />
          <MenuRule />
          <MenuItem icon={<Icon of={Trash2} />} keys="Del" danger onSelect={() => setOpen("delete")}>
            {s.menu[4]}
          </MenuItem>
        </Menu>
        <Tooltip text={s.tip}>
          <Button size="small" data-test="tip">
            {s.keep}
          </Button>
        </Tooltip>
        <Popover
          title={s.support}
          align="start"
          trigger={
            <Button size="small" icon={<Icon of={LifeBuoy} size={14} />} data-test="popover">
              {s.support}
            </Button>
          }
        >
          <p className={cx("kitchen-second")}>{s.tabTexts[0]}</p>
        </Popover>
        <Button size="small" data-test="dialog" onClick={() => setOpen("form")}>
          {s.form}
        </Button>
        <Button size="small" data-test="alert" onClick={() => setOpen("delete")}>
          {s.dialogConfirm}
        </Button>
      </div>
      <Switch checked={isBusy} onChange={setBusy}>
        {s.busyOn}
      </Switch>
      {isBusy ? <BusyBorder /> : null}
      <ScrollArea label={s.titleValue} className={cx("kitchen-scroll")}>
        <ul>
          {Array.from({ length: 12 }, (_, index) => (
            <li key={index} className={cx("kitchen-line")}>
              {s.titleValue} {index + 1}
            </li>
          ))}
        </ul>
      </ScrollArea>
      <Dialog
        open={open === "form"}
        onOpenChange={(next) => setOpen(next ? "form" : undefined)}
        title={s.form}
        description={s.remindersHint}
        footer={
          <>
            <Button variant="quiet" onClick={() => setOpen(undefined)}>
              {t("action.cancel")}
            </Button>
            <Button variant="primary" onClick={() => setOpen(undefined)}>
              {t("action.save")}
            </Button>
          </>
        }
      >
        <Field label={s.title}>
          <TextInput defaultValue={s.titleValue} />
        </Field>
      </Dialog>
      <AlertDialog
        open={open === "delete"}
        onOpenChange={(next) => setOpen(next ? "delete" : undefined)}
        title={s.dialog}
        confirmLabel={s.dialogConfirm}
        busyLabel={t("action.deleting")}
        onConfirm={() => setOpen(undefined)}
      >
        {s.dialogText}
      </AlertDialog>
    </div>
  );
}
