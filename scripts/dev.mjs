// The server, restarted when its files change, and Vite in front of it: node scripts/dev.mjs.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runtimeEnvironment } from "./run.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const port = process.env.PORT || "3000";
// People of the development see Vite's address, so that is where their requests come from.
const env = {
  ...runtimeEnvironment(root),
  PIONEER_API: process.env.PIONEER_API || `http://localhost:${port}`,
  APP_URL: process.env.APP_URL || "http://localhost:5173",
};
const start = (args) => spawn(process.execPath, args, { cwd: root, env, stdio: "inherit" });

const children = [
  start(["--watch", "--watch-preserve-output", "--enable-source-maps", "src/server/main.ts"]),
  start([join("node_modules", "vite", "bin", "vite.js")]),
];
let ending = false;
const end = (signal) => {
  if (ending) return;
  ending = true;
  for (const child of children) child.kill(signal);
};
process.on("SIGINT", () => end("SIGINT"));
process.on("SIGTERM", () => end("SIGTERM"));
for (const child of children) {
  child.once("exit", (code) => {
    process.exitCode ||= ending ? 0 : (code ?? 1);
    end("SIGTERM");
  });
}
