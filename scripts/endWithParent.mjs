// Loaded into a program that a script of npm runs: ends it in order when that script is ended. npm passes a SIGTERM on
// to its shell, and the shell dies of it without telling anybody.
/** Milliseconds between looks. */
const pollIntervalMs = 500;

const parent = process.ppid;
const look = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(look);
  process.kill(process.pid, "SIGTERM");
}, pollIntervalMs);
look.unref();
