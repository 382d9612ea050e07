// Runs before the first paint, so that a dark page never flashes white. Kept in step with src/shell/theme.ts.
(function () {
  var root = document.documentElement;
  var theme = null;
  var language = null;
  try {
    theme = localStorage.getItem("pioneer.theme");
    language = localStorage.getItem("pioneer.language");
  } catch (_) {
    // Storage is switched off: the system's theme it is.
  }
  if (theme !== "light" && theme !== "dark") {
    theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  root.setAttribute("data-theme", theme);
  if (language === "en" || language === "de") root.lang = language;
  var colour = document.querySelector("meta[name=theme-color]");
  if (colour) colour.setAttribute("content", theme === "dark" ? "#131714" : "#f7f7f3");
})();
