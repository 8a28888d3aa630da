import { findByEmail } from '#server/features/users/queries.ts';
import { makeResetLink } from '#server/features/users/password-resets.ts';
import { StartError } from '#server/start-error.ts';
import { type Command, commandWrite, emit, onDatabase } from './command.ts';

export const user: Command = {
  help: `
  user reset-link <email>
                         make a link with which the user can set a new password within 30 minutes`,
  async run({ words, databaseUrl, publicUrl, say }) {
    const [verb, email] = words;
    if (verb !== 'reset-link' || words.length > 2)
      throw new StartError(`Unknown command: user ${words.join(' ')}. Try: npm run katydid -- help`);
    if (email === undefined) throw new StartError('Say whose: npm run katydid -- user reset-link <email>');
    await onDatabase(
      databaseUrl,
      async (store) => {
        const { url, expiresAt } = await commandWrite(store)(async (tx) => {
          const account = await findByEmail(tx, email);
          if (!account)
            throw new StartError(`There is no account with the address ${email} in ${store.location}.`);
          if (account.suspendedAt !== null)
            throw new StartError(`The account ${email} is suspended. Reinstate it first, as an admin.`);
          emit(tx, { type: 'password reset link created', userId: account._id });
          return makeResetLink(tx, { userId: account._id, publicUrl, now: new Date() });
        });
        say(`${url}\nSets a new password once, until ${expiresAt}. Earlier links are void.`);
      },
      { existing: true },
    );
  },
};
