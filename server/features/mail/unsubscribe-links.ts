import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FileStore } from '#server/files/file-store.ts';

export const unsubscribePath = '/unsubscribe';

/** The address at which a user stops all mail, without a session. It works for as long as the instances have the same secret. */
export async function unsubscribeUrl(
  files: Pick<FileStore, 'secret'>,
  publicUrl: string,
  userId: string,
): Promise<string> {
  const signature = (await mac(files, userId)).toString('base64url');
  return `${publicUrl}${unsubscribePath}?${new URLSearchParams({ user: userId, signature }).toString()}`;
}

/** Whether the signature is that of the user. */
export async function isSignedFor(
  files: Pick<FileStore, 'secret'>,
  { user, signature }: { user: string; signature: string },
): Promise<boolean> {
  const given = Buffer.from(signature, 'base64url');
  const valid = await mac(files, user);
  return given.length === valid.length && timingSafeEqual(given, valid);
}

async function mac(files: Pick<FileStore, 'secret'>, userId: string): Promise<Buffer> {
  return createHmac('sha256', await files.secret())
    .update(`unsubscribe\n${userId}`)
    .digest();
}
