// Runs before the first paint, so that a dark page never flashes white, and asks for what the page will show while
// its script is still on the way. Kept in step with src/ui/client/theme.ts and src/ui/client/prefetched.ts.
(function () {
  var root = document.documentElement;
  var theme = null;
  try {
    theme = localStorage.getItem("pioneer.theme");
  } catch (_) {
    // Storage is switched off: the system's theme it is.
  }
  if (theme !== "light" && theme !== "dark") {
    theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  root.setAttribute("data-theme", theme);
  var colour = document.querySelector("meta[name=theme-color]");
  if (colour) colour.setAttribute("content", theme === "dark" ? "#131714" : "#f7f7f3");

  // Rendered by the server for visitors; nothing takes an answer there.
  if (root.hasAttribute("data-static")) return;

  var early = (window.pioneerEarly = {});
  function ask(path) {
    var answer = fetch(path, { credentials: "same-origin", headers: { accept: "application/json" } });
    // Whoever takes the answer sees the failure; nobody else has to.
    answer.catch(function () {});
    early[path] = { at: performance.now(), answer: answer };
    return answer;
  }

  var session = "/api/auth/session";
  var route = location.pathname.replace(/^\/de(?=\/|$)/, "") || "/";
  ask(session)
    .then(function (response) {
      return response.clone().json();
    })
    .then(function (found) {
      // Once the page has taken the session it asks for itself.
      if (!found || !found.user || !early[session] || route === "/pioneers/signin") return;
      // The dashboard in one call, and what every page of a signed-in person shows.
      if (route === "/dashboard" || route === "/") ask("/api/dashboard");
      ask("/api/user");
      ask("/api/user/settings");
      ask("/api/coins");
      ask("/api/projects/workflow?limit=50");
      ask("/api/workflows/runs?status=open");
    })
    .catch(function () {});
})();
