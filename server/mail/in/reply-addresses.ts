import { hash, randomBytes } from 'node:crypto';
import type { Tx } from '#server/engine/schema.ts';
import type { MailInSettings } from './mail-in-settings.ts';

const day = 24 * 60 * 60_000;

/** How long a reply address is valid, in milliseconds. */
const life = 90 * day;

interface Whose {
  readonly userId: string;
  readonly bugId: string;
}

/**
 * Creates an address for the user's replies about the bug, for the `Reply-To` of a mail to the user; undefined if
 * replies are not set up. Only its hash is stored.
 */
export async function replyAddressFor(
  tx: Tx,
  { userId, bugId }: Whose,
  { now, settings: { mailIn } }: { now: Date; settings: { readonly mailIn: MailInSettings } },
): Promise<string | undefined> {
  if (!mailIn.replyTo) return undefined;
  // Hexadecimal, because mail servers may change the case of an address.
  const token = randomBytes(16).toString('hex');
  const row = { token_hash: replyTokenHash(token), user_id: userId, bug_id: bugId };
  const expires_at = new Date(now.getTime() + life).toISOString();
  await tx
    .insertInto('reply_addresses')
    .values({ ...row, created_at: now.toISOString(), expires_at })
    .execute();
  const { local, domain } = mailIn.replyTo;
  return `${local}+${token}@${domain}`;
}

/** Ends the addresses with these tokens. */
export async function voidReplyAddresses(tx: Tx, tokens: readonly string[]): Promise<void> {
  if (tokens.length === 0) return;
  await tx.deleteFrom('reply_addresses').where('token_hash', 'in', tokens.map(replyTokenHash)).execute();
}

/** The token of a reply address, in lower case; undefined if it is not one. */
export function replyTokenOf(address: string, { replyTo }: MailInSettings): string | undefined {
  if (!replyTo) return undefined;
  const [start, end] = [`${replyTo.local}+`.toLowerCase(), `@${replyTo.domain}`.toLowerCase()];
  if (!address.startsWith(start) || !address.endsWith(end)) return undefined;
  const token = address.slice(start.length, address.length - end.length);
  return /^[0-9a-f]{32}$/u.test(token) ? token : undefined;
}

export function replyTokenHash(token: string): string {
  return hash('sha256', token);
}
