import { createHmac, timingSafeEqual } from 'node:crypto';
import { accountLinkMessages } from '#contract/accounts/account-links.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { AppError } from '#server/http/errors.ts';

type Purpose = 'password reset' | 'take back email' | 'confirm email' | 'invitation';

/**
 * The token of a link in a mail, derived from the id of the link's subject with the key for signatures. A mail that is
 * sent again therefore has the same link, and neither the database nor a job contains the token.
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

/** The id in a named token; undefined if it is not valid. */
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

/** An AppError 400. It does not reveal whether the link was used, was replaced, never existed or has expired. */
export function invalidLink(): AppError {
  return new AppError('invalid_link', accountLinkMessages.invalidLink());
}
