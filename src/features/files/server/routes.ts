import { Hono } from "hono";
import { badRequest, tooMany } from "#src/kit/errors.ts";
import { id } from "#src/kit/schemas.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { RequestEnv, SessionOf } from "#src/platform/http/requestContext.ts";
import { fileListQuery } from "../contract.ts";
import { maxRecordingBytes, maxBytesOf } from "../rules.ts";
import { headerName, multipartFile, readBody, tooBig, type BodyLimits } from "./body.ts";
import { openExtractor, type Extractor } from "./extract.ts";
import { storeFile, listFiles, readFile, removeFile } from "./usecases.ts";

/** Boundaries and part heads around a file of the largest size. */
const multipartExtra = 16_384;

const uploadLimits = { idleMs: 15_000, totalMs: 180_000 };

/** Uploads one person may have under way: bodies are held in memory while they come. */
const uploadsAtOnce = 3;

const uploadsPerMinute = { name: "files.upload", points: 60, seconds: 60 };

export interface FileRouteOptions {
  limits?: Partial<Omit<BodyLimits, "bytes">>;
  extractor?: Extractor;
}

/** RFC 6266 with the name of RFC 8187: ASCII for old programs, UTF-8 for the others. */
export function attachmentHeader(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}

/**
 * The one range of bytes that is asked for, both ends counted: players jump by it. Null for the whole file, several
 * ranges included, which RFC 9110 allows; `none` when the file ends before it.
 * @param size bytes of the file
 */
export function rangeOf(header: string | undefined, size: number): { from: number; to: number } | "none" | null {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "");
  const [from = "", to = ""] = found?.slice(1) ?? [];
  if (from === "" && to === "") return null;
  if (from === "") return Number(to) === 0 ? "none" : { from: Math.max(0, size - Number(to)), to: size - 1 };
  if (to !== "" && Number(to) < Number(from)) return null;
  return Number(from) >= size ? "none" : { from: Number(from), to: Math.min(size - 1, to === "" ? size : Number(to)) };
}

function fileId(value: string): string {
  const parsed = id.safeParse(value);
  if (!parsed.success) throw badRequest("The file id must be a UUID", [{ path: "id", message: "must be a UUID" }]);
  return parsed.data;
}

/**
 * `POST|GET /api/files`, `GET|DELETE /api/files/{id}`. Errors are thrown for the pipeline that mounts this.
 * @param sessionOf throws 401 without a session
 */
export function fileRoutes(
  deps: Pick<Deps, "db" | "storage" | "now" | "newId" | "throttle">,
  sessionOf: SessionOf,
  options: FileRouteOptions = {},
): Hono<RequestEnv> {
  const extractor = options.extractor ?? openExtractor();
  const limits = { ...uploadLimits, ...options.limits };
  const underWay = new Map<string, number>();
  const routes = new Hono<RequestEnv>();

  const receive = async (request: Request): Promise<{ name: string; bytes: Uint8Array }> => {
    const contentType = request.headers.get("content-type") ?? "";
    if (/^multipart\/form-data\b/i.test(contentType)) {
      const upload = multipartFile(
        contentType,
        await readBody(request, { ...limits, bytes: maxRecordingBytes + multipartExtra }),
      );
      const most = maxBytesOf(upload.name);
      if (upload.bytes.length > most) throw tooBig(most);
      return upload;
    }
    const name = headerName(request.headers.get("x-file-name"));
    return { name, bytes: await readBody(request, { ...limits, bytes: maxBytesOf(name) }) };
  };

  routes.post("/api/files", async (c) => {
    const { userId } = await sessionOf(c);
    await deps.throttle.take(uploadsPerMinute, userId);
    const others = underWay.get(userId) ?? 0;
    if (others >= uploadsAtOnce) throw tooMany(2, "Other files of yours are still coming in");
    underWay.set(userId, others + 1);
    try {
      const upload = await receive(c.req.raw);
      const file = await storeFile({ ...upload, userId }, { ...deps, extractor });
      return c.json({ file }, 201);
    } finally {
      const left = (underWay.get(userId) ?? 1) - 1;
      if (left > 0) underWay.set(userId, left);
      else underWay.delete(userId);
    }
  });

  routes.get("/api/files", async (c) => {
    const { userId } = await sessionOf(c);
    const query = fileListQuery.safeParse(c.req.query());
    if (!query.success) {
      throw badRequest(
        "The query is not valid",
        query.error.issues.map((issue) => ({ path: issue.path.join("."), message: issue.message })),
      );
    }
    return c.json(await listFiles({ ...query.data, userId }, deps));
  });

  routes.get("/api/files/:id", async (c) => {
    const { userId } = await sessionOf(c);
    const { file, bytes } = await readFile({ userId, id: fileId(c.req.param("id")) }, deps);
    const range = rangeOf(c.req.header("range"), bytes.length);
    const headers = {
      "Content-Type": file.mediaType,
      "Content-Disposition": attachmentHeader(file.name),
      "Content-Security-Policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
      "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Resource-Policy": "same-origin",
      "Cache-Control": "private, no-store",
      "Accept-Ranges": "bytes",
    };
    if (range === null) return c.body(Uint8Array.from(bytes), 200, headers);
    if (range === "none") return c.body(null, 416, { ...headers, "Content-Range": `bytes */${bytes.length}` });
    return c.body(Uint8Array.from(bytes.subarray(range.from, range.to + 1)), 206, {
      ...headers,
      "Content-Range": `bytes ${range.from}-${range.to}/${bytes.length}`,
    });
  });

  routes.delete("/api/files/:id", async (c) => {
    const { userId } = await sessionOf(c);
    const found = fileId(c.req.param("id"));
    await removeFile({ userId, id: found }, deps);
    return c.json({ id: found });
  });

  return routes;
}
