import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db, Tx } from '#server/engine/schema.ts';
import type { FileStore } from '#server/files/file-store.ts';
import type { StopLink } from '#server/mail/in/published.ts';

export const unsubscribePath = '/unsubscribe';

interface Around {
  readonly db: Db;
  readonly files: Pick<FileStore, 'secret'>;
}

/** The address at which a user stops all mail, without a session. It works until it is published, and for as long as the instances have the same secret. */
export async function unsubscribeUrl(
  { db, files, settings }: Around & { readonly settings: { readonly publicUrl: string } },
  userId: string,
): Promise<string> {
  const [secret, version] = await Promise.all([files.secret(), versionOf(db, userId)]);
  const signature = mac(secret, userId, version).toString('base64url');
  return `${settings.publicUrl}${unsubscribePath}?${new URLSearchParams({ user: userId, signature }).toString()}`;
}

/** Whether the signature is that of the user. */
export async function isSignedFor({ db, files }: Around, link: StopLink): Promise<boolean> {
  const [secret, version] = await Promise.all([files.secret(), versionOf(db, link.user)]);
  return matches(secret, link, version);
}

/** Voids those of the links that are valid: further mails have others. `secret` is that of the files. */
export async function voidStopLinks(tx: Tx, links: readonly StopLink[], secret: Buffer): Promise<void> {
  for (const link of links) {
    const version = await versionOf(tx, link.user);
    if (!matches(secret, link, version)) continue;
    await tx
      .insertInto('stop_link_versions')
      .values({ user_id: link.user, version: version + 1 })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ version: version + 1 }))
      .execute();
  }
}

/** How many links of the user were voided. */
async function versionOf(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('stop_link_versions')
    .select('version')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.version ?? 0;
}

function matches(secret: Buffer, { user, signature }: StopLink, version: number): boolean {
  const given = Buffer.from(signature, 'base64url');
  const valid = mac(secret, user, version);
  return given.length === valid.length && timingSafeEqual(given, valid);
}

function mac(secret: Buffer, userId: string, version: number): Buffer {
  // Links of mails from before the first version stay valid.
  const text = version === 0 ? `unsubscribe\n${userId}` : `unsubscribe\n${userId}\n${version}`;
  return createHmac('sha256', secret).update(text).digest();
}
