import * as crypto from 'node:crypto';

/** The stored hash of a token. */
export function tokenHash(token: string): string {
  return crypto.hash('sha256', token);
}

/** The token of an Authorization header; undefined if it has none. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([\w-]{43})$/i.exec(header ?? '')?.[1];
}
