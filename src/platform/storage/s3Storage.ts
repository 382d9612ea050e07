import { randomBytes } from "node:crypto";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { ProductError, unavailable } from "#src/kit/errors.ts";
import { isOutOfSpace, storageFull } from "#src/kit/outOfSpace.ts";
import { DamagedContentError, hashOf, isHash, markName, type MarkedStorage } from "./storage.ts";

export interface S3Options {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Start of all object names; empty or ending in `/`. */
  prefix: string;
  /** The bucket in the path in place of the host name. */
  pathStyle: boolean;
  /** For one try of one request; milliseconds, 30,000 unless told. */
  timeoutMs?: number;
}

/** A bucket, with what the trial at the start needs. */
export interface S3Storage extends MarkedStorage {
  /** Writes, reads and deletes a small object; throws what the server says. */
  trial: () => Promise<void>;
}

/** Tries of one request, the first included; the client pauses between them when the server asks for it. */
const maxAttempts = 3;

const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && (error.name === "NoSuchKey" || error.name === "NotFound");

/** HTTP 507, which some servers answer without a code. */
const isFull = (error: unknown): boolean =>
  isOutOfSpace(error) || (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 507);

/** What a caller of the storage gets for an error of the client. */
function refusal(error: unknown): unknown {
  if (error instanceof ProductError || error instanceof DamagedContentError) return error;
  if (isFull(error)) return storageFull(error);
  return unavailable("The file storage does not answer", 5, error);
}

/**
 * Content-addressed storage in a bucket: `<prefix>ab/abcdef…`. The server compares what it receives with the SHA-256
 * that the request is signed with; what it gives back is compared here.
 * @throws ProductError 507 `storage.full`, 503 when the server does not answer or refuses; DamagedContentError when
 * stored bytes no longer match their hash
 */
export function s3Storage(options: S3Options): S3Storage {
  const { bucket, prefix } = options;
  const client = new S3Client({
    endpoint: options.endpoint,
    region: options.region,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    forcePathStyle: options.pathStyle,
    maxAttempts,
    // Servers other than Amazon's often refuse the newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: Math.min(5_000, options.timeoutMs ?? 5_000),
      requestTimeout: options.timeoutMs ?? 30_000,
      throwOnRequestTimeout: true,
      socketTimeout: options.timeoutMs ?? 30_000,
    },
  });
  const keyOf = (hash: string): string => `${prefix}${hash.slice(0, 2)}/${hash}`;

  const read = async (key: string): Promise<Uint8Array | null> => {
    try {
      const answer = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      return (await answer.Body?.transformToByteArray()) ?? new Uint8Array(0);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  };
  const write = (key: string, bytes: Uint8Array): Promise<unknown> =>
    client.send(
      new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ContentType: "application/octet-stream" }),
    );
  const remove = (key: string): Promise<unknown> => client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));

  /** Length of an object, null when there is none. */
  const lengthOf = async (key: string): Promise<number | null> => {
    try {
      return (await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }))).ContentLength ?? null;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  };

  async function told<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw refusal(error);
    }
  }

  const markKey = `${prefix}${markName}`;
  const readMark = async (): Promise<string | null> => {
    const bytes = await read(markKey);
    return bytes && new TextDecoder().decode(bytes).trim();
  };
  const replaceMark = async (id: string): Promise<void> => {
    await write(markKey, new TextEncoder().encode(`${id}\n`));
  };

  return {
    describe: `bucket ${bucket} at ${new URL(options.endpoint).host}${prefix ? `, ${prefix}` : ""}`,
    markName,
    readMark: () => told(readMark),
    writeMark: (id) =>
      told(async () => {
        const before = await readMark();
        if (before === null) await replaceMark(id);
        return before ?? id;
      }),
    replaceMark: (id) => told(() => replaceMark(id)),

    put: (bytes) =>
      told(async () => {
        const hash = hashOf(bytes);
        if ((await lengthOf(keyOf(hash))) !== bytes.length) await write(keyOf(hash), bytes);
        return hash;
      }),

    get: (hash) =>
      told(async () => {
        const bytes = isHash(hash) ? await read(keyOf(hash)) : null;
        if (bytes && hashOf(bytes) !== hash) throw new DamagedContentError(hash);
        return bytes;
      }),

    delete: (hash) =>
      told(async () => {
        if (isHash(hash)) await remove(keyOf(hash));
      }),

    async trial() {
      const key = `${prefix}.pioneer-trial-${randomBytes(8).toString("hex")}`;
      const bytes = randomBytes(64);
      await write(key, bytes);
      const back = await read(key);
      await remove(key);
      if (!back || !bytes.equals(back)) throw new Error("it does not give back what was written");
    },
  };
}

/**
 * Tries the bucket before anybody's file depends on it.
 * @throws Error in words for the person at the terminal
 */
export async function tryBucket(storage: S3Storage): Promise<void> {
  try {
    await storage.trial();
  } catch (cause) {
    throw new Error(`S3: ${storage.describe} cannot be used: ${reasonOf(cause)}.`, { cause });
  }
}

/** What to look at, by the code of the server or of the connection. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = error instanceof S3ServiceException ? error.name : "code" in error ? String(error.code) : error.name;
  switch (code) {
    case "NoSuchBucket":
    case "PermanentRedirect":
      return "there is no such bucket; look at S3_BUCKET, S3_REGION and S3_ENDPOINT";
    case "AccessDenied":
    case "Forbidden":
      return "the key may not read, write and delete there; look at the policy of S3_ACCESS_KEY_ID";
    case "InvalidAccessKeyId":
    case "SignatureDoesNotMatch":
      return "the key is refused; look at S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY";
    case "ECONNREFUSED":
    case "ENOTFOUND":
    case "ETIMEDOUT":
    case "TimeoutError":
    case "EAI_AGAIN":
      return `the server does not answer (${code}); look at S3_ENDPOINT`;
    default:
      return isFull(error) ? "there is no room left" : `${code} ${error.message}`.trim();
  }
}
