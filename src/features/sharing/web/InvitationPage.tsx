import { useEffect, useState } from "react";
import { instantOf, localTimeOf, startOfDay } from "#src/kit/time/clocks.ts";
import { isDay } from "#src/kit/time/dates.ts";
import { isClock } from "#src/kit/time/typedClock.ts";
import { failureOf, request } from "#src/ui/client/api.ts";
import { toastFailure } from "#src/ui/client/toastFailure.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Button } from "#src/ui/Button.tsx";
import { ClockInput } from "#src/ui/ClockInput.tsx";
import { DateInput } from "#src/ui/DateInput.tsx";
import { Field } from "#src/ui/Field.tsx";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { TextArea } from "#src/ui/TextInput.tsx";
import type { AnswerInvitation, GuestView } from "../contract.ts";
import { daysOfAppointment, movedTo } from "#src/kit/time/appointments.ts";
import { offsetText, whenText } from "../rules.ts";
import cx from "./InvitationPage.module.css";

/** Where a tab remembers the token that its address no longer shows. */
const tokenKey = "pioneer.invitation";

/**
 * The token stands behind `#`, where no server, log or referrer sees it, and leaves the address when the page has read
 * it. A reload of the tab finds it again.
 */
function useToken(): string {
  const [token] = useState(() => {
    const given = new URLSearchParams(location.hash.slice(1)).get("token");
    try {
      if (given) sessionStorage.setItem(tokenKey, given);
      return given ?? sessionStorage.getItem(tokenKey) ?? "";
    } catch {
      return given ?? "";
    }
  });
  useEffect(() => {
    history.replaceState(history.state, "", location.pathname + location.search);
    // Another link in the same tab is another invitation.
    const reload = (): void => {
      if (location.hash.includes("token=")) location.reload();
    };
    addEventListener("hashchange", reload);
    return () => removeEventListener("hashchange", reload);
  }, []);
  return token;
}

type Loaded = { view: GuestView } | { problem: "unknown" | "failed" };

interface Answered {
  invitation: GuestView;
}

async function ask(action: "open" | "answer", body: object): Promise<GuestView> {
  return ((await request("POST", `/api/invitations/${action}`, body)) as Answered).invitation;
}

/** What a guest of an appointment is invited to, and the answer, without an account. */
export function InvitationPage() {
  const { t } = useTranslation(["sharing", "common"]);
  const token = useToken();
  const [loaded, setLoaded] = useState<Loaded>();
  const title = loaded && "view" in loaded ? loaded.view.title : t("page.title");
  useEffect(() => {
    document.title = `${title} · ${t("common:product")}`;
  }, [title, t]);

  const load = async (): Promise<void> => {
    try {
      setLoaded({ view: await ask("open", { token }) });
    } catch (cause) {
      const { status } = failureOf(cause);
      setLoaded({ problem: status === 404 || status === 400 ? "unknown" : "failed" });
    }
  };
  useEffect(() => {
    void load();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, with the token of this page
  }, [token]);

  if (!loaded)
    return (
      <div className={cx("invitation")} aria-busy="true">
        <h1 className="h1">{t("page.title")}</h1>
        <p className="sr-only" role="status">
          {t("page.loading")}
        </p>
        <SkeletonRows rows={4} height={40} columns="96px 1fr" />
      </div>
    );
  if ("problem" in loaded)
    return (
      <div className={cx("invitation")}>
        <h1 className="h1">{t("page.title")}</h1>
        {loaded.problem === "unknown" ? (
          <Alert tone="warn" title={t("page.unknownTitle")}>
            {t("page.unknownText")}
          </Alert>
        ) : (
          <RetryAlert title={t("page.failed")} onRetry={() => void load()} />
        )}
      </div>
    );
  return <Invitation view={loaded.view} token={token} onAnswered={(view) => setLoaded({ view })} onStale={load} />;
}

interface InvitationProps {
  view: GuestView;
  token: string;
  onAnswered: (view: GuestView) => void;
  /** Reads it again: what was seen is not what is. */
  onStale: () => Promise<void>;
}

function Invitation({ view, token, onAnswered, onStale }: InvitationProps) {
  const { t } = useTranslation(["sharing", "common"]);
  const { organizer } = view;
  const name = organizer.name.trim() || organizer.email;
  return (
    <div className={cx("invitation")}>
      <p className="lede">{t("page.from", { name })}</p>
      <h1 className="h1">{view.title}</h1>
      <Facts view={view} />
      {view.isCancelled ? (
        <Alert tone="warn" title={t("page.cancelledTitle")}>
          {t("page.cancelledText", { name })}
        </Alert>
      ) : view.isOver ? (
        <Alert title={t("page.overTitle")}>{t("page.overText")}</Alert>
      ) : (
        <AnswerForm
          key={view.sequence}
          view={view}
          name={name}
          token={token}
          onAnswered={onAnswered}
          onStale={onStale}
        />
      )}
    </div>
  );
}

/** Zone of this browser. */
const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

function Facts({ view }: { view: GuestView }) {
  const { t } = useTranslation("sharing");
  const language = useLanguage();
  const zone = ownZone();
  const { organizer, guest } = view;
  const at = Date.parse(view.start);
  const isElsewhere = !view.allDay && offsetText(at, zone) !== offsetText(at, view.timeZone);
  const person = ({ name, email }: GuestView["guest"]): string => (name.trim() ? `${name} (${email})` : email);
  return (
    <>
      <dl className={cx("facts num")}>
        <dt>{t("page.when")}</dt>
        <dd>{whenText(view, language, view.allDay ? view.timeZone : isElsewhere ? zone : view.timeZone)}</dd>
        {isElsewhere ? (
          <>
            <dt>{t("page.there")}</dt>
            <dd>{whenText(view, language)}</dd>
          </>
        ) : null}
        {view.location?.trim() ? (
          <>
            <dt>{t("page.where")}</dt>
            <dd>{view.location}</dd>
          </>
        ) : null}
        {view.link && /^https?:/i.test(view.link) ? (
          <>
            <dt>{t("page.link")}</dt>
            <dd>
              <a className="link" href={view.link} rel="noreferrer noopener" target="_blank">
                {view.link}
              </a>
            </dd>
          </>
        ) : null}
        <dt>{t("page.organizer")}</dt>
        <dd>{person(organizer)}</dd>
        <dt>{t("page.guest")}</dt>
        <dd>{person(guest)}</dd>
      </dl>
      {view.isRecurring ? <p className="hint">{t("page.repeats")}</p> : null}
    </>
  );
}

type Answer = AnswerInvitation["answer"];

function AnswerForm({ view, name, token, onAnswered, onStale }: InvitationProps & { name: string }) {
  const { t } = useTranslation(["sharing", "common"]);
  const language = useLanguage();
  const zone = view.allDay ? view.timeZone : ownZone();
  const [comment, setComment] = useState(view.comment);
  const [isSuggesting, setSuggesting] = useState(false);
  const [day, setDay] = useState(() => daysOfAppointment(view, zone).first);
  const [time, setTime] = useState(() => localTimeOf(Date.parse(view.start), zone));
  const [isTried, setTried] = useState(false);
  const [busy, setBusy] = useState<Answer>();

  const send = async (answer: Answer, start?: string): Promise<void> => {
    if (busy) return;
    setBusy(answer);
    try {
      const body = { token, sequence: view.sequence, answer, comment, ...(start ? { start } : {}) };
      onAnswered(await ask("answer", body));
      setSuggesting(false);
    } catch (cause) {
      toastFailure("invitation.error")(cause);
      if (failureOf(cause).code.startsWith("invitation.")) await onStale();
    } finally {
      setBusy(undefined);
    }
  };
  const dayProblem = isTried && !isDay(day) ? t("common:validation.date") : undefined;
  const timeProblem = isTried && !view.allDay && !isClock(time) ? t("common:validation.time") : undefined;
  const suggest = (): void => {
    setTried(true);
    if (!isDay(day) || (!view.allDay && !isClock(time))) return;
    const start = view.allDay ? new Date(startOfDay(day, zone)).toISOString() : instantOf(day, time, zone);
    void send("suggested", start);
  };
  const suggestion = view.suggestedStart ? { ...view, ...movedTo(view, view.suggestedStart) } : null;
  const button = (answer: "accepted" | "tentative" | "declined", label: string) => (
    <Button
      variant={answer === "accepted" && !isSuggesting ? "primary" : "outline"}
      busy={busy === answer}
      busyLabel={t("page.busy")}
      aria-pressed={view.state === answer}
      onClick={() => void send(answer)}
    >
      {label}
    </Button>
  );
  return (
    <section className={cx("answer")} aria-labelledby="answer-title">
      {view.state === "pending" ? null : (
        <Alert
          tone="ok"
          title={t(`page.said.${view.state}`, suggestion ? { when: whenText(suggestion, language, zone) } : {})}
        >
          {t("page.saidText", { name })}
        </Alert>
      )}
      <h2 className="h2" id="answer-title">
        {t("page.question")}
      </h2>
      <Field label={t("page.comment", { name })} optional>
        <TextArea rows={2} maxLength={500} value={comment} onChange={(event) => setComment(event.target.value)} />
      </Field>
      <div className={cx("buttons")}>
        {button("accepted", t("page.accept"))}
        {button("tentative", t("page.tentative"))}
        {button("declined", t("page.decline"))}
        {view.isRecurring ? null : (
          <Button variant="quiet" aria-expanded={isSuggesting} onClick={() => setSuggesting(!isSuggesting)}>
            {isSuggesting ? t("page.suggestNot") : t("page.suggest")}
          </Button>
        )}
      </div>
      {isSuggesting ? (
        <form
          className={cx("suggestion")}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            suggest();
          }}
        >
          <Field
            group
            label={t("page.newStart")}
            hint={view.allDay ? undefined : t("page.zoneNote", { zone })}
            error={dayProblem ?? timeProblem}
          >
            <div className={cx("start")}>
              <DateInput label={t("page.newDay")} value={day} onChange={setDay} />
              {view.allDay ? null : <ClockInput label={t("page.newTime")} value={time} onChange={setTime} />}
            </div>
          </Field>
          <Button type="submit" variant="primary" busy={busy === "suggested"} busyLabel={t("page.busy")}>
            {t("page.send")}
          </Button>
        </form>
      ) : null}
    </section>
  );
}
