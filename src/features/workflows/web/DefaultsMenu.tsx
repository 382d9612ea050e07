import { Link } from "@tanstack/react-router";
import { SlidersHorizontal } from "lucide-react";
import { useSelector } from "react-redux";
import { selectSettings, settings as settingsStore } from "#src/features/settings/web/store.ts";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { toastFailure } from "#src/ui/client/toastFailure.ts";
import { Button } from "#src/ui/Button.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { Menu, MenuItem, MenuRule } from "#src/ui/Menu.tsx";
import { toast } from "#src/ui/toastStore.ts";
import { defaultsIn, savedDefaults, ownValues } from "./formDefaults.ts";
import type { FormField, FormValues } from "./formModel.ts";

export interface DefaultsMenuProps {
  workflowName: string;
  fields: readonly FormField[];
  /** The form as it is now. */
  values: () => FormValues;
  /** Puts the person's defaults into the form. */
  onUse: (defaults: FormValues) => void;
}

/** Keeps the form as a person's defaults, or fills it with them. */
export function DefaultsMenu({ workflowName, fields, values, onUse }: DefaultsMenuProps) {
  const { t } = useTranslation(["workflow", "common"]);
  const dispatch = useThunkDispatch();
  const settings = useSelector(selectSettings).value;
  if (settings === undefined) return null;
  const kept = savedDefaults(fields, settings, workflowName);
  const put = async (next: FormValues): Promise<void> => {
    await dispatch(settingsStore.update({ workflowSettings: [{ workflow: workflowName, values: next }] })).unwrap();
  };
  const save = (): void => {
    const next = defaultsIn(fields, values(), ownValues(fields, settings, workflowName));
    const count = Object.keys(next).length;
    put(next)
      .then(() =>
        toast({
          title: t("defaults.saved"),
          text: count === 0 ? t("defaults.savedNone") : t("defaults.savedCount", { count }),
          action: {
            label: t("common:action.undo"),
            run: () => void put(kept).catch(toastFailure("settings.updateError")),
          },
        }),
      )
      .catch(toastFailure("settings.updateError"));
  };
  return (
    <Menu
      align="end"
      trigger={
        <Button size="small" variant="quiet" icon={<Icon of={SlidersHorizontal} size={14} />}>
          {t("defaults.title")}
        </Button>
      }
    >
      <MenuItem disabled={Object.keys(kept).length === 0} onSelect={() => onUse(kept)}>
        {t("defaults.use")}
      </MenuItem>
      <MenuItem onSelect={save}>{t("defaults.save")}</MenuItem>
      <MenuRule />
      <MenuItem asChild>
        <Link to={paths.settings} hash="workflows">
          {t("defaults.edit")}
        </Link>
      </MenuItem>
    </Menu>
  );
}
