import { createHmac, timingSafeEqual } from 'node:crypto';
import { accountLinkMessages } from '#contract/accounts/account-links.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { AppError } from '#server/http/errors.ts';

type Purpose = 'password reset' | 'take back email' | 'confirm email';

/**
 * The token of a link in a mail. It is derived from the id of what the link is for, with the key of signatures: so a mail that
 * is sent again has the same link, and neither the database nor a job has the token.
 */
export async function linkToken(
  files: Pick<FileStore, 'secret'>,
  purpose: Purpose,
  id: string,
): Promise<string> {
  return createHmac('sha256', await files.secret())
    .update(`${purpose}\n${id}`)
    .digest('base64url');
}

/** The token with the id in front. */
export async function namedToken(
  files: Pick<FileStore, 'secret'>,
  purpose: Purpose,
  id: string,
): Promise<string> {
  return `${id}.${await linkToken(files, purpose, id)}`;
}

/** The id that a named token is for; undefined where it is not valid. */
export async function idOfToken(
  files: Pick<FileStore, 'secret'>,
  purpose: Purpose,
  token: string,
): Promise<string | undefined> {
  const [id = ''] = token.split('.', 1);
  const valid = Buffer.from(await namedToken(files, purpose, id));
  const given = Buffer.from(token);
  return given.length === valid.length && timingSafeEqual(given, valid) ? id : undefined;
}

/** An AppError 400: the same for a link that was used, replaced or never made, and for one that has expired */
export function invalidLink(): AppError {
  return new AppError('invalid_link', accountLinkMessages.invalidLink());
}
