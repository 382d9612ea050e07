import { lazy, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { startI18n } from "./i18n/index.ts";
import "./styles/index.css";
import { startTheme } from "./theme.ts";

const KitchenPage = lazy(async () => ({ default: (await import("./KitchenPage.tsx")).KitchenPage }));

startTheme();
await startI18n();
const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Suspense>
        <KitchenPage />
      </Suspense>
    </StrictMode>,
  );
}
