import { isLanguage, languageCookie } from "#src/kit/locale.ts";
import "./StartPage.css";
import "#src/features/documents/web/DocumentView.module.css";
import "#src/features/documents/web/TableFrame.module.css";
import "#src/features/documents/web/Blocks.module.css";
import "#src/features/documents/web/Chart.module.css";
import claimTextStyles from "#src/features/documents/web/ClaimText.module.css";
import "#src/features/documents/web/DocumentSide.module.css";
import "./StartFrame.module.css";
import "./StartHero.module.css";
import startExampleStyles from "./StartExample.module.css";
import "./StartSections.module.css";
import startPricesStyles from "./StartPrices.module.css";
import { joinClasses } from "#src/ui/classNames.ts";

const cx = joinClasses(claimTextStyles, startExampleStyles, startPricesStyles);

/*
 * What moves on the start page, which is rendered by the server and has no React: facts open what they rest on, the
 * price list folds on phones, and a chosen language is remembered.
 */

const slips = [...document.querySelectorAll<HTMLElement>("[data-slip]")];
const markOf = (slip: HTMLElement | undefined): HTMLElement | null =>
  slip ? document.querySelector<HTMLElement>(`[data-claim="${CSS.escape(slip.dataset["slip"] ?? "")}"]`) : null;

/** Opens one slip and closes the others; all of them without one. */
function open(chosen: HTMLElement | undefined): void {
  for (const slip of slips) {
    const isOpen = slip === chosen;
    const mark = markOf(slip);
    slip.hidden = !isOpen;
    mark?.setAttribute("aria-expanded", String(isOpen));
    mark?.setAttribute("aria-controls", slip.firstElementChild?.id ?? "");
    mark?.previousElementSibling?.classList.toggle(cx("claim-open"), isOpen);
  }
}

/** Who opens facts reads on: what was opened must not lie below the cut. */
const uncut = (): void => document.querySelector(`.${cx("start-frame")}`)?.classList.add(cx("start-frame-whole"));

for (const [at, slip] of slips.entries()) {
  const close = (): void => {
    markOf(slip)?.focus();
    open(undefined);
  };
  const step = (by: 1 | -1): void => {
    const next = slips[(at + by + slips.length) % slips.length];
    open(next);
    uncut();
    next?.querySelectorAll<HTMLElement>(`.${cx("evidence-pager")} button`)[by < 0 ? 0 : 1]?.focus();
  };
  markOf(slip)?.addEventListener("click", () => {
    open(slip.hidden ? slip : undefined);
    uncut();
  });
  const [previous, next, end] = slip.querySelectorAll(`.${cx("evidence-pager")} button`);
  previous?.addEventListener("click", () => step(-1));
  next?.addEventListener("click", () => step(1));
  end?.addEventListener("click", close);
  slip.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") close();
  });
}
// Those that were not drawn open say so too.
open(slips[0]);

const list = document.querySelector<HTMLElement>(`.${cx("start-prices")}`);
const unfold = document.querySelector<HTMLElement>(`.${cx("start-unfold")}`);
if (list && unfold) {
  list.dataset["folded"] = "";
  unfold.hidden = false;
  unfold.addEventListener("click", () => {
    delete list.dataset["folded"];
    unfold.hidden = true;
    list.querySelector<HTMLElement>("section:nth-of-type(2) a")?.focus();
  });
}

for (const link of document.querySelectorAll<HTMLElement>("[data-language]")) {
  link.addEventListener("click", () => {
    const language = link.dataset["language"];
    const secure = location.protocol === "https:" ? "; secure" : "";
    if (isLanguage(language))
      document.cookie = `${languageCookie}=${language}; path=/; max-age=31536000; samesite=lax${secure}`;
  });
}
