import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Avatar } from "#src/ui/Avatar.tsx";
import { Image } from "#src/features/images/web/Image.tsx";
import type { SupportContact } from "../contract.ts";
import cx from "./Support.module.css";

type Member = SupportContact["members"][number];

interface CardsProps {
  members: readonly Member[];
  /** How they are reached; each of them can be. */
  by: "phone" | "email";
  /** When they are there. */
  note: SupportContact["hours"];
}

function Cards({ members, by, note }: CardsProps) {
  const language = useLanguage();
  return (
    <>
      <ul>
        {members.map((member) => (
          <li key={`${member.name}${member[by]}`} className={cx("support-card")}>
            {member.photo ? (
              <Image className={cx("support-photo")} image={member.photo} width={28} height={28} alt="" />
            ) : (
              <Avatar name={member.name} />
            )}
            <span className={cx("support-who")}>
              <b>{member.name}</b>
              {member.role ? <small>{member.role[language]}</small> : null}
            </span>
            <a
              className={cx("support-way")}
              href={by === "phone" ? `tel:${member.phone?.replace(/[^+\d]/g, "")}` : `mailto:${member.email}`}
            >
              {member[by]}
            </a>
          </li>
        ))}
      </ul>
      {note ? <p className={cx("support-note")}>{note[language]}</p> : null}
    </>
  );
}

/** Who answers the phone. */
export function CallCards({ contact }: { contact: SupportContact }) {
  const { t } = useTranslation("support");
  const reachable = contact.members.filter(({ phone }) => phone !== null);
  if (reachable.length === 0) return <p className={cx("support-note")}>{t("call.none")}</p>;
  return <Cards members={reachable} by="phone" note={contact.hours} />;
}

export interface MailCardsProps {
  contact: SupportContact;
  /** Nobody is signed in: there is more for those who are. */
  isVisitor: boolean;
}

/** Who reads mail: the team, else the address of the installation. */
export function MailCards({ contact, isVisitor }: MailCardsProps) {
  const { t } = useTranslation("support");
  const own = contact.members.filter(({ email }) => email !== null);
  const nobody: Member = { name: t("mail.team"), role: null, phone: null, email: contact.email, photo: null };
  const reachable = own.length === 0 && contact.email ? [nobody] : own;
  const more = isVisitor ? <p className={cx("support-note")}>{t("mail.visitor")}</p> : null;
  if (reachable.length === 0) return more ?? <p className={cx("support-note")}>{t("mail.none")}</p>;
  return (
    <>
      <Cards members={reachable} by="email" note={contact.answers} />
      {more}
    </>
  );
}
