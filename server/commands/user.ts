import { readConfig } from '#server/config.ts';
import type { Store } from '#server/db/store.ts';
import { usersWaitingFor } from '#server/features/users/email/email-confirmation-queries.ts';
import { confirmAddress } from '#server/features/users/email/email-confirmations.ts';
import { findByEmail } from '#server/features/users/queries.ts';
import { makeResetLink } from '#server/features/users/passwords/password-resets.ts';
import { StartError } from '#server/start-error.ts';
import { type Command, type CommandCall, commandWrite, emit, onDatabase } from './command.ts';
import { printable } from './printable.ts';

export const user: Command = {
  help: `
  user reset-link <email>
                         make a link with which the user can set a new password within 30 minutes
  user confirm <email>   confirm an e-mail address, also the new one of an account, without its link`,
  async run(call) {
    const { words, databaseUrl } = call;
    const [verb, email] = words;
    const work = verb === 'reset-link' ? makeLink : verb === 'confirm' ? confirm : undefined;
    if (!work || words.length > 2)
      throw new StartError(`Unknown command: user ${words.join(' ')}. Try: npm run katydid -- help`);
    if (email === undefined) throw new StartError(`Say whose: npm run katydid -- user ${verb} <email>`);
    await onDatabase(databaseUrl, (store) => work(store, email, call), { existing: true });
  },
};

async function makeLink(store: Store, email: string, { publicUrl, say }: CommandCall): Promise<void> {
  const { url, expiresAt } = await commandWrite(store)(async (tx) => {
    const account = await findByEmail(tx, email);
    if (!account) throw new StartError(`There is no account with the address ${email} in ${store.location}.`);
    if (account.suspendedAt !== null)
      throw new StartError(`The account ${email} is suspended. Reinstate it first, as an admin.`);
    emit(tx, { type: 'password reset link created', userId: account._id });
    return makeResetLink(tx, { userId: account._id, publicUrl, now: new Date() });
  });
  say(`${url}\nSets a new password once, until ${expiresAt}. Earlier links are void.`);
}

async function confirm(store: Store, email: string, { environment, say }: CommandCall): Promise<void> {
  const { settings } = readConfig(environment);
  const now = () => new Date();
  await commandWrite(store)(async (tx) => {
    const [userId, ...others] = await usersWaitingFor(tx, email, now());
    if (others.length > 0)
      throw new StartError(
        `Several accounts wait for the address ${email}. Confirm it as an admin, on the page of users.`,
      );
    if (userId === undefined || !(await confirmAddress(tx, { emit, settings, now }, { userId, email })))
      throw new StartError(`The address ${email} does not wait to be confirmed in ${store.location}.`);
  });
  say(`${printable(email)} is confirmed.`);
}
