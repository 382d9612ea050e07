import { Ellipsis } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { useSelector } from "react-redux";
import { selectActiveUser } from "#src/features/account/web/store.ts";
import { confirmed } from "#src/features/settings/web/confirmed.ts";
import { useZone } from "#src/features/settings/web/store.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { api } from "#src/ui/client/api.ts";
import { codeOf, toastFailure } from "#src/ui/client/toastFailure.ts";
import { IconButton } from "#src/ui/Button.tsx";
import { Chip } from "#src/ui/Chip.tsx";
import { useCursorPages } from "#src/ui/data/useCursorPages.ts";
import { formatListDate, formatNumber } from "#src/ui/format.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { Menu, MenuItem, MenuRule } from "#src/ui/Menu.tsx";
import { TextInput } from "#src/ui/TextInput.tsx";
import { toast } from "#src/ui/toastStore.ts";
import type { OperatedPerson } from "../contract.ts";
import { GrantCoins } from "./GrantCoins.tsx";
import { OperatedList, pageSize } from "./OperatedList.tsx";
import { PersonAct, type PersonActProps } from "./PersonAct.tsx";
import cx from "./OperatorPage.module.css";

/** People that the overview shows. */
const shortSize = 6;

/** Everybody with an account, and what can be done for them. */
export function PeopleList({ isShort = false }: { /** The newest alone, without a search. */ isShort?: boolean }) {
  const { t } = useTranslation("operator");
  const language = useLanguage();
  const zone = useZone();
  const [typed, setTyped] = useState("");
  const q = useDeferredValue(typed.trim());
  const [granting, setGranting] = useState<OperatedPerson>();
  const [acting, setActing] = useState<Pick<PersonActProps, "person" | "act">>();
  const ownId = useSelector(selectActiveUser).value?.id;
  const pages = useCursorPages(
    ["operator", "people", isShort ? "newest" : q],
    async (page, options) => {
      const { people, nextCursor } = await api.operator.listPeople({ ...page, ...(q === "" ? {} : { q }) }, options);
      return { items: people, nextCursor };
    },
    { pageSize: isShort ? shortSize : pageSize, keepsPrevious: true },
  );
  const change = (id: string, what: Omit<Parameters<typeof api.operator.changePerson>[0], "id">): void => {
    confirmed(() => api.operator.changePerson({ id, ...what }))
      .then(() => {
        pages.reload();
        toast({ tone: "ok", title: t("person.done") });
      })
      .catch((cause: unknown) => (codeOf(cause) === "session.notRecent" ? undefined : toastFailure("unknown")(cause)));
  };
  return (
    <>
      {isShort ? null : (
        <div className={cx("tools")}>
          <TextInput
            type="search"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            aria-label={t("person.search")}
            placeholder={t("person.search")}
            maxLength={200}
          />
        </div>
      )}
      <OperatedList
        caption={t("tabs.people")}
        pages={isShort ? { ...pages, hasMore: false } : pages}
        columns={[
          t("column.name"),
          t("column.email"),
          t("column.plan"),
          { figure: t("column.coins") },
          { figure: t("column.runs") },
          t("column.seen"),
          t("column.state"),
          t("column.actions"),
        ]}
        renderRow={(person) => (
          <tr key={person.id}>
            <td>
              <b>{person.name}</b>
            </td>
            <td>{person.email}</td>
            <td>
              {person.grantedLevel === person.level
                ? t("person.given", { level: t(`level.${person.level}`) })
                : t(`level.${person.level}`)}
            </td>
            <td className="r">{formatNumber(person.credits, language)}</td>
            <td className="r">{formatNumber(person.runs, language)}</td>
            <td>
              {person.dateLastSeen === null
                ? t("person.never")
                : formatListDate(person.dateLastSeen, language, { zone })}
            </td>
            <td>
              <span className={cx("chips")}>
                {person.isDisabled ? <Chip tone="danger">{t("person.disabled")}</Chip> : null}
                {person.isVerified ? null : <Chip>{t("person.unverified")}</Chip>}
                {person.isOperator ? <Chip tone="accent">{t("person.operator")}</Chip> : null}
              </span>
            </td>
            <td>
              <Menu
                align="end"
                trigger={
                  <IconButton label={t("person.menu", { name: person.name })}>
                    <Icon of={Ellipsis} />
                  </IconButton>
                }
              >
                <MenuItem onSelect={() => setGranting(person)}>{t("person.coins")}</MenuItem>
                <MenuItem onSelect={() => change(person.id, { endSessions: true })}>{t("person.sessions")}</MenuItem>
                <MenuItem onSelect={() => setActing({ person, act: "level" })}>{t("person.level")}</MenuItem>
                <MenuItem onSelect={() => setActing({ person, act: person.isOperator ? "revoke" : "grant" })}>
                  {t(person.isOperator ? "person.revoke" : "person.grant")}
                </MenuItem>
                {person.id === ownId ? null : (
                  <>
                    <MenuRule />
                    <MenuItem
                      onSelect={() =>
                        person.isDisabled
                          ? change(person.id, { isDisabled: false })
                          : setActing({ person, act: "disable" })
                      }
                    >
                      {t(person.isDisabled ? "person.enable" : "person.disable")}
                    </MenuItem>
                  </>
                )}
              </Menu>
            </td>
          </tr>
        )}
      />
      {granting ? <GrantCoins person={granting} onClose={() => setGranting(undefined)} onDone={pages.reload} /> : null}
      {acting ? <PersonAct {...acting} onClose={() => setActing(undefined)} onDone={pages.reload} /> : null}
    </>
  );
}
