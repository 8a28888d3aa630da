import { randomBytes } from 'node:crypto';
import type { Store } from '#server/engine/store.ts';
import { usersWaitingFor } from '#server/features/users/email/email-confirmation-queries.ts';
import { confirmAddress } from '#server/features/users/email/email-confirmations.ts';
import { createInvitation } from '#server/features/users/management/invitation-queries.ts';
import { changeRole } from '#server/features/users/management/management.ts';
import { makeResetLink } from '#server/features/users/passwords/password-resets.ts';
import { findByEmail, listAdmins } from '#server/features/users/queries.ts';
import { StartError } from '#server/start-error.ts';
import { type Command, type CommandCall, commandWrite, emit, onDatabase } from './command.ts';

export const admin: Command = {
  help: `
  admin grant <email>    make the account with this address an admin
  admin revoke <email>   make an admin an ordinary user again
  admin list             show the admins`,
  async run({ words, databaseUrl, say }) {
    const [verb, email] = words;
    if (verb === 'list')
      return onDatabase(databaseUrl, (store) => showAdmins(store, say), { existing: true });
    if (verb !== 'grant' && verb !== 'revoke') {
      throw new StartError(`Unknown command: admin ${words.join(' ')}. Try: npm run katydid -- help`);
    }
    if (email === undefined) throw new StartError(`Say whose: npm run katydid -- admin ${verb} <email>`);
    const setRoleOf = async (store: Store) => {
      const role = verb === 'grant' ? 'admin' : 'user';
      const account = await commandWrite(store)(async (tx) => {
        const before = await findByEmail(tx, email);
        if (!before || before.role === role) return before;
        await changeRole(tx, emit, { id: before._id, role });
        return before;
      });
      if (!account)
        throw new StartError(
          `There is no account with the address ${email} in ${store.location}. Register it first, or name another database with DATABASE_URL.`,
        );
      say(`${shown(account)} is ${verb === 'grant' ? 'now' : 'no longer'} an admin.`);
      if (verb === 'revoke' && (await listAdmins(store.db)).length === 0) say(noAdmin);
    };
    return onDatabase(databaseUrl, setRoleOf, { existing: true });
  },
};

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

export const invite: Command = {
  help: `
  invite                 make a link with which one person can register within seven days`,
  async run({ databaseUrl, settings, say }) {
    await onDatabase(databaseUrl, async (store) => {
      const { url, expiresAt } = await commandWrite(store)(async (tx) => {
        emit(tx, { type: 'invited', email: null });
        // On the command line, there is no session, and no request is repeated.
        const token = randomBytes(32).toString('base64url');
        return createInvitation(tx, {
          publicUrl: settings.publicUrl,
          token,
          createdBy: null,
          now: new Date(),
        });
      });
      say(`${url}\nGood for one registration until ${expiresAt}.`);
    });
  },
};

const noAdmin = 'There is no admin. Make one with: npm run katydid -- admin grant <email>';

async function showAdmins(store: Store, say: CommandCall['say']): Promise<void> {
  const admins = await listAdmins(store.db);
  for (const each of admins) say(shown(each));
  if (admins.length === 0) say(noAdmin);
}

async function makeLink(store: Store, email: string, { settings, say }: CommandCall): Promise<void> {
  const { url, expiresAt } = await commandWrite(store)(async (tx) => {
    const account = await findByEmail(tx, email);
    if (!account) throw new StartError(`There is no account with the address ${email} in ${store.location}.`);
    if (account.suspendedAt !== null)
      throw new StartError(`The account ${email} is suspended. Reinstate it first, as an admin.`);
    emit(tx, { type: 'password reset link created', userId: account._id });
    return makeResetLink(tx, { userId: account._id, publicUrl: settings.publicUrl, now: new Date() });
  });
  say(`${url}\nSets a new password once, until ${expiresAt}. Earlier links are void.`);
}

async function confirm(store: Store, email: string, { settings, say }: CommandCall): Promise<void> {
  const now = () => new Date();
  await commandWrite(store)(async (tx) => {
    const [userId, ...others] = await usersWaitingFor(tx, email, now());
    if (others.length > 0)
      throw new StartError(
        `Several accounts wait for the address ${email}. Confirm it as an admin, on the page of users.`,
      );
    if (userId === undefined || !(await confirmAddress(tx, { emit, settings, now }, { userId, email })))
      throw new StartError(`The address ${email} does not need to be confirmed in ${store.location}.`);
  });
  say(`${printable(email)} is confirmed.`);
}

/** A user's name and address, made safe for a terminal. */
function shown({ name, email }: { name: string; email: string }): string {
  return `${printable(name)} <${printable(email)}>`;
}

/**
 * Characters that may be harmful on a terminal: all but letters, marks, numbers, punctuation, symbols and space, and
 * all that are ignorable.
 */
const unprintable = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]|\p{Default_Ignorable_Code_Point}/gu;

/**
 * Makes a stored text safe for a terminal: characters that are invisible, break the line, move the cursor, or colour or
 * reorder the surrounding text are escaped, as in `\u{1b}`.
 */
function printable(text: string): string {
  return text.replaceAll(
    unprintable,
    (character) => String.raw`\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
