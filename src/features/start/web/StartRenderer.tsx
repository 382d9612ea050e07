import { renderToStaticMarkup } from "react-dom/server";
import type { RenderStart } from "../facts.ts";
import { startI18n, text } from "#src/ui/i18n/index.ts";
import { StartPage } from "./StartPage.tsx";

const escaped = (words: string): string => words.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The language of the texts is one for the module: pages are rendered one after the other. */
let before: Promise<unknown> = Promise.resolve();

/** The whole start page as HTML; the server calls it (src/features/start/server/startPage.ts). */
export const renderStart: RenderStart = (language, head, facts) => {
  const page = before.then(async () => {
    await startI18n(language, ["start", "workflows", "projects"]);
    const body = renderToStaticMarkup(<StartPage facts={facts} />);
    const title = escaped(`${text("product")} · ${text("start:title")}`);
    const description = escaped(text("start:hero.lead"));
    return `<!doctype html>
<html lang="${language}" data-theme="light" data-static>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#f7f7f3">
<title>${title}</title>
<meta name="description" content="${description}">
<link rel="alternate" hreflang="en" href="/">
<link rel="alternate" hreflang="de" href="/de">
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png">
<link rel="manifest" href="/manifest.webmanifest">
${head}</head>
<body>${body}</body>
</html>
`;
  });
  before = page.catch(() => undefined);
  return page;
};
