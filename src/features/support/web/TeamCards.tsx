import type { ReactNode } from "react";
import { useLanguage, useTranslation } from "#src/shell/i18n/index.ts";
import { Avatar } from "#src/shell/ui/Avatar.tsx";
import { Image } from "#src/shell/ui/Image.tsx";
import type { SupportContact } from "../contract.ts";

type Member = SupportContact["members"][number];

function Card({ member, children }: { member: Member; children: ReactNode }) {
  const language = useLanguage();
  return (
    <li className="support-card">
      {member.photo ? (
        <Image className="support-photo" image={member.photo} width={28} height={28} alt="" />
      ) : (
        <Avatar name={member.name} />
      )}
      <span className="support-who">
        <b>{member.name}</b>
        {member.role ? <small>{member.role[language]}</small> : null}
      </span>
      {children}
    </li>
  );
}

/** Who answers the phone. */
export function CallCards({ contact }: { contact: SupportContact }) {
  const { t } = useTranslation("support");
  const language = useLanguage();
  const reachable = contact.members.filter(({ phone }) => phone !== null);
  if (reachable.length === 0) return <p className="support-note">{t("call.none")}</p>;
  return (
    <>
      <ul>
        {reachable.map((member) => (
          <Card key={`${member.name}${member.phone}`} member={member}>
            <a className="support-way" href={`tel:${(member.phone ?? "").replace(/[^+\d]/g, "")}`}>
              {member.phone}
            </a>
          </Card>
        ))}
      </ul>
      {contact.hours ? <p className="support-note">{contact.hours[language]}</p> : null}
    </>
  );
}

export interface MailCardsProps {
  contact: SupportContact;
  /** Nobody is signed in: there is more for those who are. */
  isVisitor: boolean;
}

/** Who reads mail: the team, else the address of the installation. */
export function MailCards({ contact, isVisitor }: MailCardsProps) {
  const { t } = useTranslation("support");
  const language = useLanguage();
  const own = contact.members.filter(({ email }) => email !== null);
  const nobody: Member = { name: t("mail.team"), role: null, phone: null, email: contact.email, photo: null };
  const reachable = own.length === 0 && contact.email ? [nobody] : own;
  const more = isVisitor ? <p className="support-note">{t("mail.visitor")}</p> : null;
  if (reachable.length === 0) return more ?? <p className="support-note">{t("mail.none")}</p>;
  return (
    <>
      <ul>
        {reachable.map((member) => (
          <Card key={`${member.name}${member.email}`} member={member}>
            <a className="support-way" href={`mailto:${member.email}`}>
              {member.email}
            </a>
          </Card>
        ))}
      </ul>
      {contact.answers ? <p className="support-note">{contact.answers[language]}</p> : null}
      {more}
    </>
  );
}
