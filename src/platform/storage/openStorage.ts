import { join, resolve } from "node:path";
import type { Config } from "../config.ts";
import { localStorage, type MarkedStorage } from "./storage.ts";

export type StorageConfig = Pick<Config, "dataDir" | "filesDir" | Extract<keyof Config, `s3${string}`>>;

/** Folder of people's files when no bucket is configured. */
export const filesFolder = (config: Pick<Config, "dataDir" | "filesDir">): string =>
  resolve(config.filesDir ?? join(config.dataDir, "files"));

/**
 * The storage that the settings name. The client of S3 is loaded only where it is used.
 * @throws Error in words for the person at the terminal when the bucket cannot be used
 */
export async function openStorage(config: StorageConfig): Promise<MarkedStorage> {
  const { s3Endpoint, s3Region, s3Bucket, s3AccessKeyId, s3SecretAccessKey } = config;
  if (!s3Endpoint || !s3Region || !s3Bucket || !s3AccessKeyId || !s3SecretAccessKey)
    return localStorage(filesFolder(config));
  const { s3Storage, tryBucket } = await import("./s3Storage.ts");
  const options = {
    endpoint: s3Endpoint,
    region: s3Region,
    bucket: s3Bucket,
    accessKeyId: s3AccessKeyId,
    secretAccessKey: s3SecretAccessKey,
    prefix: config.s3Prefix,
    pathStyle: config.s3PathStyle === "true",
  };
  const storage = s3Storage(options);
  await tryBucket(storage);
  return storage;
}
