/** Who is asking. Read from the database on each request: a revoked session is dead at once. */
export interface Session {
  /** UUID of the session row; salt of the envelope key. */
  id: string;
  userId: string;
  email: string;
  name: string;
  image: string | null;
  emailVerified: boolean;
  /** When the person last proved who they are, at the sign-in or after it; grave acts ask for a recent proof. */
  signedInAt: Date;
  expiresAt: Date;
}

/** Reads the session that the request's cookie names, with one prepared statement; null when there is none alive. */
export type ReadSession = (headers: Headers) => Promise<Session | null>;
