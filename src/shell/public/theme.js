// Runs before the first paint, so that a dark page never flashes white, and asks for the texts of the first page
// beside the script that will need them. Kept in step with src/shell/theme.ts and src/shell/i18n/index.ts.
(function () {
  var root = document.documentElement;
  var kept = {};
  try {
    kept = { theme: localStorage.getItem("pioneer.theme"), language: localStorage.getItem("pioneer.language") };
  } catch (_) {
    // Storage is switched off: the system's theme and the browser's language it is.
  }

  var theme = kept.theme;
  if (theme !== "light" && theme !== "dark") {
    theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  root.setAttribute("data-theme", theme);
  var colour = document.querySelector("meta[name=theme-color]");
  if (colour) colour.setAttribute("content", theme === "dark" ? "#131714" : "#f7f7f3");

  var wishes = [kept.language].concat(navigator.languages || []);
  var language = "en";
  for (var i = 0; i < wishes.length; i++) {
    var wish = String(wishes[i] || "").slice(0, 2);
    if (wish === "en" || wish === "de") {
      language = wish;
      break;
    }
  }
  root.lang = language;
  var texts = document.querySelector("meta[name=texts]");
  var files = texts ? (texts.getAttribute("data-" + language) || "").split(" ") : [];
  files.forEach(function (file) {
    if (!file) return;
    var link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = file;
    document.head.appendChild(link);
  });
})();
