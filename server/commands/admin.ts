import type { Store } from '#server/db/store.ts';
import { changeRole } from '#server/features/users/management/management.ts';
import { findByEmail, listAdmins } from '#server/features/users/queries.ts';
import { StartError } from '#server/start-error.ts';
import { type Command, type CommandCall, commandWrite, emit, onDatabase } from './command.ts';
import { printable } from './printable.ts';

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
      const user = await commandWrite(store)(async (tx) => {
        const before = await findByEmail(tx, email);
        if (!before || before.role === role) return before;
        await changeRole(tx, emit, { id: before._id, role });
        return before;
      });
      if (!user)
        throw new StartError(
          `There is no account with the address ${email} in ${store.location}. Register it first, or name another database with DATABASE_URL.`,
        );
      say(`${shown(user)} is ${verb === 'grant' ? 'now' : 'no longer'} an admin.`);
      if (verb === 'revoke' && (await listAdmins(store.db)).length === 0) say(noAdmin);
    };
    return onDatabase(databaseUrl, setRoleOf, { existing: true });
  },
};

const noAdmin = 'There is no admin. Make one with: npm run katydid -- admin grant <email>';

async function showAdmins(store: Store, say: CommandCall['say']): Promise<void> {
  const admins = await listAdmins(store.db);
  for (const user of admins) say(shown(user));
  if (admins.length === 0) say(noAdmin);
}

/** Who a user is, for a terminal. */
function shown({ name, email }: { name: string; email: string }): string {
  return `${printable(name)} <${printable(email)}>`;
}
