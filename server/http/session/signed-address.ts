import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The precision of the expiry: an address is valid until the end of the next period, so for at least one period.
 * Milliseconds.
 */
const period = 5 * 60_000;

/** The query of an address that needs no session. */
interface Signature {
  readonly user?: string | undefined;
  readonly expires?: string | undefined;
  readonly signature?: string | undefined;
}

/**
 * Signs addresses for one user and some minutes, because images in a page cannot send a token. The user's permission is
 * checked when the address is used.
 */
export class SignedAddresses {
  readonly #secret: () => Promise<Buffer>;

  /** `secret` is the same in all instances, and not in the database. */
  constructor(secret: () => Promise<Buffer>) {
    this.#secret = secret;
  }

  /** The address of a path for a user. It stays the same for some minutes, so that browsers can cache the file. */
  async sign(path: string, userId: string, now: Date): Promise<string> {
    const expires = String((Math.floor(now.getTime() / period) + 2) * period);
    const signature = (await this.#mac(path, userId, expires)).toString('base64url');
    return `${path}?${new URLSearchParams({ user: userId, expires, signature }).toString()}`;
  }

  /** The user for whom the path is signed; undefined if the signature is missing, invalid or expired. */
  async userOf(
    path: string,
    { user, expires, signature }: Signature,
    now: Date,
  ): Promise<string | undefined> {
    if (user === undefined || expires === undefined || signature === undefined) return undefined;
    const given = Buffer.from(signature, 'base64url');
    const valid = await this.#mac(path, user, expires);
    if (given.length !== valid.length || !timingSafeEqual(given, valid)) return undefined;
    return Number(expires) > now.getTime() ? user : undefined;
  }

  async #mac(path: string, userId: string, expires: string): Promise<Buffer> {
    return createHmac('sha256', await this.#secret())
      .update(`${path}\n${userId}\n${expires}`)
      .digest();
  }
}
