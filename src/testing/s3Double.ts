import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** How the double answers until told otherwise. */
export type S3Behaviour =
  | "works"
  /** 503 SlowDown for the next so many requests, then works. */
  | { slowDown: number }
  /** Never answers. */
  | "hangs"
  /** 507 as servers of your own say it. */
  | "full"
  /** QuotaExceeded, 403, as others say it. */
  | "quota"
  /** Takes what is written and stores other bytes. */
  | "damages"
  /** 403 AccessDenied for everything. */
  | "denies"
  /** 403 AccessDenied for writes. */
  | "readsOnly";

export interface S3Double {
  url: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
  objects: Map<string, Buffer>;
  /** Method and path of every request. */
  requests: string[];
  behave: (behaviour: S3Behaviour) => void;
  close: () => Promise<void>;
}

const sha256 = (data: string | Buffer): string => createHash("sha256").update(data).digest("hex");

/** A server that speaks as much of S3 as the product uses, over the wire, and refuses what a real one refuses. */
export async function openS3Double(): Promise<S3Double> {
  const [bucket, accessKeyId, region] = ["pioneer-files", "AKIDEXAMPLE", "eu-central-1"];
  const secretAccessKey = "a secret key of the double";
  const objects = new Map<string, Buffer>();
  const requests: string[] = [];
  let behaviour: S3Behaviour = "works";

  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const method = request.method ?? "";
    const { pathname } = new URL(request.url ?? "/", "http://double");
    requests.push(`${method} ${pathname}`);
    const refuse = (status: number, code: string, message = code): void => {
      const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message><RequestId>double</RequestId></Error>`;
      response.writeHead(status, { "content-type": "application/xml" });
      response.end(method === "HEAD" ? undefined : xml);
    };

    if (behaviour === "hangs") return;
    if (typeof behaviour === "object") {
      if (behaviour.slowDown > 0) {
        behaviour = { slowDown: behaviour.slowDown - 1 };
        return refuse(503, "SlowDown", "Please reduce your request rate.");
      }
      behaviour = "works";
    }
    const objection = objectionTo(request, body);
    if (objection) return refuse(objection === "XAmzContentSHA256Mismatch" ? 400 : 403, objection);
    if (behaviour === "denies" || (behaviour === "readsOnly" && method === "PUT")) return refuse(403, "AccessDenied");
    const [, asked, ...rest] = pathname.split("/").map(decodeURIComponent);
    if (asked !== bucket) return refuse(404, "NoSuchBucket");
    const key = rest.join("/");
    const known = objects.get(key);
    switch (method) {
      case "PUT":
        if (behaviour === "full") return refuse(507, "InsufficientStorage");
        if (behaviour === "quota") return refuse(403, "QuotaExceeded");
        objects.set(key, behaviour === "damages" ? Buffer.from(body).fill(0, 0, 1) : body);
        response.writeHead(200, { etag: `"${createHash("md5").update(body).digest("hex")}"` });
        response.end();
        return;
      case "GET":
      case "HEAD":
        if (!known) return refuse(404, "NoSuchKey", "The specified key does not exist.");
        response.writeHead(200, { "content-type": "application/octet-stream", "content-length": String(known.length) });
        response.end(method === "GET" ? known : undefined);
        return;
      case "DELETE":
        objects.delete(key);
        response.writeHead(204);
        response.end();
        return;
      default:
        return refuse(405, "MethodNotAllowed");
    }
  }

  /** What a real server finds wrong with the signature (Signature Version 4) or with the bytes it covers. */
  function objectionTo(request: IncomingMessage, body: Buffer): string | null {
    const { authorization = "" } = request.headers;
    const match =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/.exec(
        authorization,
      );
    if (!match) return "AccessDenied";
    const [, key, date, place, signed = "", signature] = match;
    if (key !== accessKeyId) return "InvalidAccessKeyId";
    const time = String(request.headers["x-amz-date"] ?? "");
    const names = signed.split(";");
    if (!/^\d{8}T\d{6}Z$/.test(time) || !time.startsWith(String(date)) || place !== region)
      return "AuthorizationHeaderMalformed";
    if (!["host", "x-amz-content-sha256", "x-amz-date"].every((name) => names.includes(name)))
      return "SignatureDoesNotMatch";
    if (signature !== signatureOf(request, names, String(date), time)) return "SignatureDoesNotMatch";
    const sum = String(request.headers["x-amz-content-sha256"] ?? "");
    return sum === sha256(body) ? null : "XAmzContentSHA256Mismatch";
  }

  /** Signature Version 4, computed from what came over the wire. */
  function signatureOf(request: IncomingMessage, names: string[], date: string, time: string): string {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://double");
    const query = [...searchParams]
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .toSorted()
      .join("&");
    const headers = names.map((name) => `${name}:${String(request.headers[name] ?? "").trim()}\n`).join("");
    const sum = String(request.headers["x-amz-content-sha256"] ?? "");
    const canonical = [request.method, pathname, query, headers, names.join(";"), sum].join("\n");
    const scope = `${date}/${region}/s3/aws4_request`;
    const key = [date, region, "s3", "aws4_request"].reduce<Buffer>(
      (part, next) => createHmac("sha256", part).update(next).digest(),
      Buffer.from(`AWS4${secretAccessKey}`),
    );
    const text = ["AWS4-HMAC-SHA256", time, scope, sha256(canonical)].join("\n");
    return createHmac("sha256", key).update(text).digest("hex");
  }

  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket,
    accessKeyId,
    secretAccessKey,
    region,
    objects,
    requests,
    behave: (next) => {
      behaviour = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
