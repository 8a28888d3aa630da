import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { openDatabase } from './engine/open.ts';
import { StartError } from './start-error.ts';
import { doAtEnd } from './test/at-end.ts';
import { command } from './test/command.ts';
import { testApp } from './test/harness.ts';
import { Program, startServer } from './test/server-process.ts';

let folder: string;
let databaseUrl: string;
let started: Program[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'katydid-process-'));
  databaseUrl = `file:${join(folder, 'katydid.db')}`;
});

afterEach(async () => {
  await Promise.all(started.map((program) => program.stop()));
  started = [];
  await doAtEnd();
  await rm(folder, { recursive: true });
});

function run(args: string[], variables: Record<string, string> = {}): Program {
  const program = new Program(args, { DATABASE_URL: databaseUrl, PORT: '0', ...variables });
  started.push(program);
  return program;
}

/** Starts a server and waits until it prints its address and the path of its data. */
async function serve(variables?: Record<string, string>) {
  const server = await startServer(databaseUrl, { environment: { ...variables } });
  started.push(server);
  await expect.poll(() => server.out, { timeout: 30_000, interval: 10 }).toContain('Data:');
  return server;
}

async function post(url: string, body: object, token?: string) {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const headers = { 'content-type': 'application/json', ...authorization };
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body), headers });
  return (await response.json()) as Record<string, string>;
}

const person = { name: 'Ann', email: 'ann@example.com', password: 'under the grey bridge' };
const bug = { title: 'Kept', description: 'Over a restart', status: 'open', priority: 'low' };

describe('npm start', () => {
  test('prints its address and its data, and loses nothing when it is stopped or killed', async () => {
    const first = await serve();
    expect(first.out).toContain(`Data: ${join(folder, 'katydid.db')}`);
    expect(first.out).toContain('npm run katydid -- admin grant');
    // There are also lines for people, although the log is JSON.
    expect(first.err).toContain(`katydid: Katydid is ready: ${first.url}\n`);
    expect(first.err).toContain(
      'or make a registered account the admin, with the same DATABASE_URL: npm run katydid -- admin grant',
    );
    const link = /^katydid: Register with this link to be the admin .*: (\S+)\n/m.exec(first.err)?.[1] ?? '';
    expect(link).toContain(`${first.url}/register#admin=`);
    const adminLink = link.split('=')[1] ?? '';
    expect(first.out).not.toContain(adminLink);
    const { token } = await post(`${first.url}/api/users/register`, person);
    // Beside the running server, as an operator would.
    expect(await run(['server/cli.ts', 'admin', 'grant', 'Ann@example.com']).closed()).toEqual({
      code: 0,
      out: 'Ann <ann@example.com> is now an admin.\n',
      err: '',
    });
    const other = { ...person, email: 'eve@example.com', adminLink };
    expect((await post(`${first.url}/api/users/register`, other))['code']).toBe('invalid_link');
    const stopped = await post(`${first.url}/api/bugs`, bug, token);
    // Although this client keeps connections alive. A forced end would come later, with another exit code.
    expect(await first.stop()).toBe(0);

    const second = await serve();
    // Printed after the data, if at all.
    expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
    expect(second.out).not.toContain('admin grant');
    expect(second.err).not.toContain('#admin=');
    const killed = await post(`${second.url}/api/bugs`, bug, token);
    await second.stop('SIGKILL');

    const third = await serve();
    const headers = { authorization: `Bearer ${token}` };
    const kept = await fetch(`${third.url}/api/bugs?sort=createdAt`, { headers });
    expect(await kept.json()).toEqual([stopped, killed]);
  });

  test('a failed start prints one line with instructions', async () => {
    const { url } = await testApp({ databaseUrl });
    const { port } = new URL(url);
    const other = `file:${join(folder, 'other.db')}`;
    const failed = async (variables: Record<string, string>) => {
      const { code, out, err } = await run(['server/main.ts', '--api-only'], variables).closed();
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(/^katydid: [^\n]+\n$/);
      return err;
    };
    expect(await failed({ PORT: port, DATABASE_URL: other })).toContain(`Port ${port} is in use`);
    expect(await failed({})).toContain('Another Katydid is already serving');
  });
});

describe('a start fails with one line of instruction for', () => {
  /** The line printed if a database cannot be opened; that it is printed is tested above. */
  async function refusal(url: string): Promise<string> {
    const error: unknown = await openDatabase(url, { exclusive: true }).then(
      (store) => store.close(),
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(StartError);
    const { message } = error as StartError;
    expect(message).not.toContain('\n');
    return message;
  }

  test('a data folder that is a file', async () => {
    await writeFile(join(folder, 'no-folder'), '');
    expect(await refusal(`file:${join(folder, 'no-folder/katydid.db')}`)).toContain(
      'Cannot write the database',
    );
  });

  test('a data folder without permission to write', async () => {
    const locked = join(folder, 'locked');
    await mkdir(locked);
    await chmod(locked, 0o500);
    // Root may write anywhere but under /proc.
    const path = process.getuid?.() === 0 ? '/proc/katydid/katydid.db' : join(locked, 'katydid.db');
    expect(await refusal(`file:${path}`)).toContain('Make its folder writable');
  });

  test('a file that is no database', async () => {
    await writeFile(join(folder, 'notes.txt'), 'Not a database, but some notes. '.repeat(50));
    expect(await refusal(`file:${join(folder, 'notes.txt')}`)).toContain('Cannot use');
  });

  test('bad variables, and names all of them', () => {
    const variables = { PORT: '70000', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://x' };
    for (const part of Object.entries(variables).flat())
      expect(() => readConfig(variables)).toThrow(new RegExp(`^[^\\n]*${part}[^\\n]*$`));
    expect(() => readConfig(variables)).toThrow(StartError);
  });
});

describe('npm run katydid', () => {
  const cli = (...args: string[]) => command(databaseUrl, args);

  test('prints errors as one line on standard error', async () => {
    const found = [['crown'], ['invite', '--cats']].map((words) => run(['server/cli.ts', ...words]).closed());
    const results = (await Promise.all(found)).map(({ code, out, err }) => [code, out, err]);
    expect(results).toEqual([
      [1, '', expect.stringMatching(/^katydid: Unknown command: crown[^\n]+\n$/)],
      [1, '', expect.stringMatching(/^katydid: [^\n]+\n$/)],
    ]);
  });

  test.each([['help'], ['--help'], []])('%s shows the commands', async (...args) => {
    const { code, out } = await cli(...args);
    expect(code).toBe(0);
    for (const line of ['admin grant <email>', 'admin revoke <email>', 'admin list', 'seed'])
      expect(out).toContain(line);
  });

  test('admin grant, list and revoke', async () => {
    const { url } = await testApp({ databaseUrl });
    await post(`${url}/api/users/register`, person);
    expect((await cli('admin', 'grant', 'nobody@example.com')).err).toContain(
      'There is no account with the address nobody@example.com in ',
    );
    await cli('admin', 'grant', person.email);
    // Stored before names were checked.
    const writable = new DatabaseSync(join(folder, 'katydid.db'));
    writable.prepare('update users set name = ?').run('Ann\u001b[2J\nEve\u202e\u200b');
    writable.close();
    expect((await cli('admin', 'list')).out).toBe(
      `${String.raw`Ann\u{1b}[2J\u{a}Eve\u{202e}\u{200b} <ann@example.com>`}\n`,
    );
    expect(
      (await post(`${url}/api/users/login`, { email: person.email, password: person.password }))['role'],
    ).toBe('admin');
    await cli('admin', 'grant', person.email);
    const { out } = await cli('admin', 'revoke', person.email);
    expect(out).toContain('no longer an admin');
    expect(out).toContain('There is no admin');
    expect((await cli('admin', 'list')).out).toContain('There is no admin');
    const file = new DatabaseSync(join(folder, 'katydid.db'), { readOnly: true });
    const trail = file
      .prepare(`select details, address from audit where action = 'role changed' order by id`)
      .all();
    // The registration, and both changes of the role.
    const changes = file.prepare('select kind from changes').all();
    file.close();
    expect(trail.map((entry) => Object.values(entry))).toEqual([
      ['admin', 'command line'],
      ['user', 'command line'],
    ]);
    expect(changes).toEqual([{ kind: 'user' }, { kind: 'user' }, { kind: 'user' }]);
  });

  test('invite makes a link that works if registration is by invitation', async () => {
    const publicUrl = 'https://bugs.example.com';
    const variables = { REGISTRATION: 'invite', PUBLIC_URL: publicUrl };
    const { out } = await command(databaseUrl, ['invite'], variables);
    const invitation = /^https:\/\/bugs\.example\.com\/register#invitation=([\w-]+)$/m.exec(out)?.[1] ?? '';
    const { url } = await testApp({ databaseUrl, settings: { registration: 'invite', publicUrl } });
    expect((await post(`${url}/api/users/register`, person))['code']).toBe('registration_closed');
    expect((await post(`${url}/api/users/register`, { ...person, invitation }))['name']).toBe('Ann');
  });

  test('seed adds as many bugs and users as its options say', async () => {
    expect((await cli('seed', '--bugs', '30', '--users', '4')).out).toContain(
      'Added 30 bugs and 4 users, the bugs filed since ',
    );
    const file = new DatabaseSync(join(folder, 'katydid.db'), { readOnly: true });
    const counts = file
      .prepare('select (select count(*) from bugs) as bugs, (select count(*) from users) as users')
      .get();
    file.close();
    expect(counts).toEqual(expect.objectContaining({ bugs: 30, users: 4 }));
  });

  test.each([
    [['admin', 'grant', 'ann@example.com'], 'There is no database '],
    [['admin', 'grant'], 'Say whose'],
    [['admin', 'crown', 'x'], 'Unknown command: admin crown x'],
    [['seed', '--bugs', 'many'], '--bugs takes a number'],
    [['seed', '--cats', '3'], "Unknown option '--cats'"],
  ])('%j fails with one line', async (args, message) => {
    const { code, err } = await cli(...args);
    expect(code).toBe(1);
    expect(err).toMatch(/^katydid: [^\n]+\n$/);
    expect(err).toContain(message);
  });
});
