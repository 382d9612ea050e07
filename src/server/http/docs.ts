import { html, raw } from "hono/html";
import type { OpenApiDocument, OpenApiOperation } from "../openapi.ts";

const styles = `
body{font:14px/1.45 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#161d19;background:#f7f7f3}
h1{font-size:28px;letter-spacing:-.02em}h2{font-size:18px;border-bottom:1px solid #161d19;padding-bottom:6px;margin-top:2rem}
details{border-bottom:1px solid #dcdfd6;padding:8px 0}summary{cursor:pointer}code{font:13px ui-monospace,monospace}
.m{display:inline-block;min-width:4.2rem;font-weight:600;color:#0a6647}pre{background:#fefefc;border:1px solid #c5cac0;border-radius:5px;padding:12px;overflow:auto;font-size:12px}
@media (prefers-color-scheme:dark){body{color:#ebeee7;background:#131714}h2{border-color:#d9ded6}pre{background:#1a1f1b;border-color:#3b443e}details{border-color:#2a312c}.m{color:#6bd0a3}}`;

const schemaBlock = (title: string, schema: unknown) =>
  schema === undefined
    ? ""
    : html`<p>${title}</p>
        <pre>${JSON.stringify(schema, null, 1)}</pre>`;

const operationBlock = (path: string, method: string, operation: OpenApiOperation) =>
  html` <details>
    <summary>
      <span class="m">${method.toUpperCase()}</span> <code>/api${path}</code> ${operation.summary ?? ""}
    </summary>
    ${
      (operation.parameters ?? []).length > 0
        ? html`<p>
            Parameters:
            ${(operation.parameters ?? []).map((parameter) => `${parameter.name} (${parameter.in})`).join(", ")}
          </p>`
        : ""
    }
    ${schemaBlock("Body", Object.values(operation.requestBody?.content ?? {})[0]?.schema)}
    ${Object.entries(operation.responses ?? {}).map(([status, response]) => schemaBlock(`Answer ${status}`, Object.values(response.content ?? {})[0]?.schema))}
  </details>`;

/** The contract as a page without scripts, from our own origin. */
export function docsPage(document: OpenApiDocument) {
  const groups = new Map<string, ReturnType<typeof operationBlock>[]>();
  for (const [path, operations] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(operations ?? {})) {
      const group = operation.tags?.[0] ?? "other";
      groups.set(group, [...(groups.get(group) ?? []), operationBlock(path, method, operation)]);
    }
  }
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Pioneer API</title>
        <style>
          ${raw(styles)}
        </style>
      </head>
      <body>
        <main>
          <h1>Pioneer API</h1>
          <p>${document.info.description ?? ""}</p>
          <p><a href="/openapi.json">openapi.json</a></p>
          ${[...groups].map(
            ([name, blocks]) =>
              html`<section>
                <h2>${name}</h2>
                ${blocks}
              </section>`,
          )}
        </main>
      </body>
    </html>`;
}
