import { seed as seedDatabase, seedPassword } from '#server/seed/seed.ts';
import { StartError } from '#server/start-error.ts';
import { type Command, onDatabase } from './command.ts';

export const seed: Command = {
  help: `
  seed [--bugs N] [--users N]
                         add N lifelike bugs (200) and users (8) to try things out, the bugs spread over
                         the last half year, or over the time since the newest one that is there`,
  options: { bugs: '200', users: '8' },
  async run({ options, databaseUrl, say }) {
    const size = { bugs: count('bugs', options['bugs']), users: count('users', options['users']) };
    return onDatabase(databaseUrl, async (store) => {
      const { first, since } = await seedDatabase(store, size, new Date());
      say(`Added ${size.bugs} bugs and ${size.users} users, the bugs filed since ${since.toISOString()}.`);
      if (first) say(`Sign in as ${first.email} with the password: ${seedPassword}`);
    });
  },
};

function count(option: string, value = ''): number {
  if (!/^\d{1,8}$/.test(value)) throw new StartError(`--${option} takes a number, not "${value}".`);
  return Number(value);
}
