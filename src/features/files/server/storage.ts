/** Content-addressed bytes: the key is the SHA-256 of the content in hex. */
export interface FileStorage {
  put: (bytes: Uint8Array) => Promise<string>;
  /** Null when there is no such content. */
  get: (hash: string) => Promise<Uint8Array | null>;
  delete: (hash: string) => Promise<void>;
}
