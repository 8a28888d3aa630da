import { createInvitation } from '#server/features/users/management/invitations.ts';
import { type Command, commandWrite, emit, onDatabase } from './command.ts';

export const invite: Command = {
  help: `
  invite                 make a link with which one person can register within seven days`,
  async run({ databaseUrl, publicUrl, say }) {
    await onDatabase(databaseUrl, async (store) => {
      const { url, expiresAt } = await commandWrite(store)(async (tx) => {
        emit(tx, { type: 'invited' });
        return createInvitation(tx, publicUrl, new Date());
      });
      say(`${url}\nGood for one registration until ${expiresAt}.`);
    });
  },
};
