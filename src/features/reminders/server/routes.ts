import { type Context, Hono } from "hono";
import { html, raw } from "hono/html";
import { settingsOf } from "#src/features/settings/server/usecases.ts";
import { addressKey } from "#src/kit/addressKey.ts";
import { notFound } from "#src/kit/errors.ts";
import { withLocale } from "#src/kit/locale.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { RequestEnv } from "#src/platform/http/requestContext.ts";
import { readUnsubscribeToken, type Switchable } from "./unsubscribe.ts";
import { switchOff } from "./usecases.ts";

/** Requests from one address; mail services ask for many people. */
const looks = { name: "unsubscribe.address", points: 120, seconds: 60 };

const texts = {
  en: {
    title: "Stop these emails",
    question: {
      reminders: "Stop getting reminders of appointments by email?",
      contentDue: "Stop getting emails when content is due?",
    },
    action: "Stop",
    done: {
      reminders: "You won't get reminders of appointments by email any more.",
      contentDue: "You won't get emails when content is due any more.",
    },
    settings: "You can turn them on again in the settings.",
    open: "Open settings",
  },
  de: {
    title: "E-Mails abbestellen",
    question: {
      reminders: "Keine Erinnerungen an Termine mehr per E-Mail bekommen?",
      contentDue: "Keine E-Mails mehr bekommen, wenn Inhalte fällig sind?",
    },
    action: "Abbestellen",
    done: {
      reminders: "Sie bekommen keine Erinnerungen an Termine mehr per E-Mail.",
      contentDue: "Sie bekommen keine E-Mails mehr, wenn Inhalte fällig sind.",
    },
    settings: "In den Einstellungen können Sie sie wieder einschalten.",
    open: "Einstellungen öffnen",
  },
} as const;

const styles = `
body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1.25rem;color:#161d19;background:#f7f7f3}
h1{font-size:24px;line-height:1.25;letter-spacing:-.02em}a{color:#0a6447}
button{font:600 16px system-ui,sans-serif;padding:10px 18px;border:0;border-radius:5px;background:#0a6447;color:#fefefc;cursor:pointer}
@media (prefers-color-scheme:dark){body{color:#ebeee7;background:#131714}a{color:#6bd0a3}button{background:#6bd0a3;color:#131714}}`;

const page = (language: AppLanguage, title: string, body: ReturnType<typeof html>) =>
  html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        <title>${title} · Pioneer</title>
        <style>
          ${raw(styles)}
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`;

/**
 * Switches mails off without an account, for whoever has the address out of a mail. Looking changes nothing, since
 * programs open links of mails; the button and mail programs (RFC 8058) send a POST.
 */
export function reminderRoutes(deps: Deps): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();
  const read = async (
    context: Context<RequestEnv>,
  ): Promise<{ userId: string; kind: Switchable; language: AppLanguage }> => {
    await deps.throttle.take(looks, addressKey(context.var.caller.address));
    const found = readUnsubscribeToken(context.req.param("token") ?? "", deps);
    if (!found) throw notFound();
    const { appLanguage } = (await settingsOf(found.userId, deps.db)).application;
    context.header("cache-control", "private, no-store");
    context.header("x-robots-tag", "noindex");
    return { ...found, language: appLanguage };
  };
  app.get("/unsubscribe/:token", async (context) => {
    const { kind, language } = await read(context);
    const t = texts[language];
    const form = html`<p>${t.question[kind]}</p>
      <form method="post"><button>${t.action}</button></form>`;
    return context.html(page(language, t.title, form));
  });
  app.post("/unsubscribe/:token", async (context) => {
    const { language, ...found } = await read(context);
    await switchOff(found, deps);
    const t = texts[language];
    const settings = withLocale("/settings", language);
    const done = html`<p>${t.done[found.kind]} ${t.settings}</p>
      <p><a href="${settings}#calendar">${t.open}</a></p>`;
    return context.html(page(language, t.title, done));
  });
  return app;
}
