import { parseArgs } from 'node:util';
import { readConfig } from './config.ts';
import { migrate } from './db/migrate.ts';
import { type Store, openDatabase } from './db/open.ts';
import { listAdmins, setRole } from './features/users/queries.ts';
import { seed, seedPassword } from './seed.ts';
import { StartError } from './start-error.ts';

const help = `Usage: npm run katydid -- <command>

  admin grant <email>    make the account with this address an admin
  admin revoke <email>   make an admin an ordinary user again
  admin list             show the admins
  seed [--bugs N] [--users N]
                         add N lifelike bugs (200) and users (8) to try things out
  help                   show this

Works on the database that DATABASE_URL names, also while the server runs.
`;

function count(value: string, option: string): number {
  if (!/^\d{1,8}$/.test(value)) throw new StartError(`--${option} takes a number, not "${value}".`);
  return Number(value);
}

async function grantOrRevoke(
  store: Store,
  verb: 'grant' | 'revoke',
  email: string | undefined,
): Promise<void> {
  if (email === undefined) throw new StartError(`Say whose: npm run katydid -- admin ${verb} <email>`);
  const user = await store.write((tx) => setRole(tx, email, verb === 'grant' ? 'admin' : 'user'));
  if (!user) throw new StartError(`There is no account with the address ${email}. Register it first.`);
  console.log(`${user.name} <${user.email}> is ${verb === 'grant' ? 'now' : 'no longer'} an admin.`);
}

async function showAdmins(store: Store): Promise<void> {
  const admins = await listAdmins(store.db);
  for (const { name, email } of admins) console.log(`${name} <${email}>`);
  if (admins.length === 0)
    console.log('Nobody is an admin. Make one with: npm run katydid -- admin grant <email>');
}

async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      bugs: { type: 'string', default: '200' },
      users: { type: 'string', default: '8' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const [command = 'help', verb, email] = positionals;
  if (values.help || command === 'help') return console.log(help);
  const work = ((): ((store: Store) => Promise<void>) => {
    if (command === 'admin' && (verb === 'grant' || verb === 'revoke')) {
      return (store) => grantOrRevoke(store, verb, email);
    }
    if (command === 'admin' && verb === 'list') return showAdmins;
    if (command === 'seed') {
      const size = { bugs: count(values.bugs, 'bugs'), users: count(values.users, 'users') };
      return async (store) => {
        const first = await seed(store, size, new Date());
        console.log(`Added ${size.bugs} bugs and ${size.users} users.`);
        if (first) console.log(`Sign in as ${first.email} with the password: ${seedPassword}`);
      };
    }
    throw new StartError(`Unknown command: ${positionals.join(' ')}. Try: npm run katydid -- help`);
  })();

  const store = await openDatabase(readConfig(process.env).databaseUrl, { exclusive: false });
  try {
    await migrate(store);
    await work(store);
  } finally {
    await store.close();
  }
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  const isUsage =
    error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  if (!isUsage && !(error instanceof StartError)) throw error;
  process.stderr.write(`katydid: ${error.message}\n`);
  process.exitCode = 1;
}
