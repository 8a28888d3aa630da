import type { Tx } from '#server/db/schema.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { enqueueMail } from '#server/mail/account-mail.ts';

/** Mails the user that the password has changed, where mail is set up. */
export async function tellOfNewPassword(
  tx: Tx,
  { address, settings, now }: Pick<RequestContext, 'address' | 'settings' | 'now'>,
  userId: string,
): Promise<void> {
  const params = { address, at: now().toISOString() };
  await enqueueMail(tx, { to: { userId }, template: 'passwordChanged', params }, { now: now(), settings });
}
