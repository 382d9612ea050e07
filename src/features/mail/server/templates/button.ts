import { html } from "hono/html";
import type { Html } from "./layout.ts";

const style =
  "display:inline-block;padding:10px 18px;background:#0a6447;color:#fefefc;border-radius:5px;text-decoration:none;font-weight:600";

/** A link as a button, and below it as text, for programs that show no buttons. */
export const button = (address: string, label: string): Html =>
  html`<p style="margin:20px 0"><a href="${address}" style="${style}">${label}</a></p>
    <p style="color:#5c665f;font-size:13px;overflow-wrap:anywhere">${address}</p>`;
