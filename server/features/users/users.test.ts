import { describe, expect, test } from 'vitest';
import { updateManagedUser } from '#contract/admin/admin.ts';
import { listSuspendedUsers } from '#contract/accounts/suspended-users.ts';
import * as contract from '#contract/accounts/users.ts';
import { marks } from '#server/test/worst-texts.ts';
import { hashAsUsual, password, testApp } from '#server/test/harness.ts';

const app = await testApp();
let count = 0;
const newcomer = (overrides: Record<string, unknown> = {}) => ({
  name: 'Nova Comer',
  email: `nova${(count += 1)}@example.com`,
  password: 'seven green lanterns',
  ...overrides,
});
const register = (overrides: Record<string, unknown> = {}) =>
  app.anonymous.call(contract.register, { body: newcomer(overrides) });

describe('POST /api/users/register', () => {
  test('201 with a token and the user, whose role is user', async () => {
    const { status, body } = await register({ name: '  Nova  ', email: ' Nova@Example.com ' });
    expect(status).toBe(201);
    expect(Object.keys(body).toSorted()).toEqual(['_id', 'createdAt', 'email', 'name', 'role', 'token']);
    expect(body).toMatchObject({ name: 'Nova', email: 'Nova@Example.com', role: 'user' });
    expect(body.token).toMatch(/^[\w-]{43}$/);
    const profile = await app.as(body.token).call(contract.getProfile, {});
    expect(profile.body).toEqual(body);
  });

  test('400 for an address already taken, in any case', async () => {
    await register({ email: 'taken@example.com' });
    const { status, error } = await register({ email: 'TAKEN@Example.COM' });
    expect(status).toBe(400);
    expect(error).toMatchObject({
      code: 'email_taken',
      message: 'An account with this email already exists',
    });
    expect(error.fields).toHaveProperty('email');
  });

  test('only one account is made when twenty register the same address at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => register({ email: 'race@example.com' })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array<number>(19).fill(400),
    ]);
  });

  test.each<readonly [field: string, value: unknown, message: string]>([
    ['name', '', 'Name is required'],
    ['name', undefined, 'Name is required'],
    ['name', 'n'.repeat(101), 'Name must be at most 100 characters'],
    ['name', 'n'.repeat(60_000), 'Name must be at most 100 characters'],
    ['name', ['Nova'], 'Name must be text'],
    ['name', `N${'\u0301'.repeat(31)}`, 'Name must not have more than 30 combining marks in a row'],
    ...[
      '\u001b[2JNova',
      'No\tva',
      'No\nva',
      'No\u0085va',
      'No\u2028va',
      'No\u2029va',
      'No\u202eva',
      'No\u200fva',
    ].map(
      (name) =>
        ['name', name, 'Name must not contain line breaks, control characters or direction marks'] as const,
    ),
    ...['\u200b\u00ad', '\u3164', '\u2800 \u2800', '\ufe0f', '\u0301', '\u{e0041}'].map(
      (name) => ['name', name, 'Name is required'] as const,
    ),
    ['name', 'No\0va', 'Name contains characters that cannot be stored'],
    ['email', 'nova', 'Invalid email format'],
    ['email', 'nova@', 'Invalid email format'],
    ['email', 'a b@example.com', 'Invalid email format'],
    ...['no\u001bva', 'no\u200dva', 'no\u202eva', '\u3164', '\u2800', '\ufe0f', '\u0301'].map(
      (local) => ['email', `${local}@example.com`, 'Invalid email format'] as const,
    ),
    ['email', 'nova@example.\u0301com', 'Invalid email format'],
    ['email', 'x'.repeat(60_000), 'Email must be at most 254 bytes'],
    ['email', ['nova@example.com'], 'Email must be text'],
    ['email', `${'a'.repeat(60)}@${'b'.repeat(190)}.com`, 'Email must be at most 254 bytes'],
    ['password', 'seven77', 'Password must be at least 8 characters'],
    ['password', 'x'.repeat(257), 'Password must be at most 256 characters'],
    ['password', marks(40), 'Password must not have more than 30 combining marks in a row'],
    ['password', marks(32_000), 'Password must be at most 256 characters'],
    ['password', 0, 'Password must be text'],
    ['password', true, 'Password must be text'],
    ['password', null, 'Password is required'],
    ['password', [], 'Password must be text'],
    ['password', {}, 'Password must be text'],
    ['password', 'password1', 'Password is too common'],
    ['password', 'PASSWORD1', 'Password is too common'],
    ['password', 'Nova Comer', 'Password must not be your own name or email'],
    ['role', 'admin', 'Unknown field: role'],
    ['_id', 'x', 'Unknown field: _id'],
    ['isAdmin', true, 'Unknown field: isAdmin'],
  ])('400 for %s = %j', async (field, value, message) => {
    const { status, error } = await register({ [field]: value });
    expect(status).toBe(400);
    expect(error).toMatchObject({ code: 'invalid_input', message, fields: { [field]: message } });
  });

  test('names in any script, with joined emoji or many combining marks, are valid', async () => {
    const names = [
      'عائشة',
      'नीलिमा',
      'สมชาย',
      '山田 太郎',
      'Ng',
      '.',
      '👩🏽‍💻',
      '1️⃣',
      `Z${'\u0301'.repeat(30)}`,
      'می\u200cخواهم',
    ];
    for (const name of names) expect(contract.name.parse(name)).toBe(name);
    for (const email of ['nóva@exämple.com', 'no\u0301va@example.com', 'उदाहरण@उदाहरण.कॉम'])
      expect(contract.email.parse(email)).toBe(email);
  });

  test('a name of 100 emoji and a password of 8 code points are within the limits', async () => {
    expect((await register({ name: '🦗'.repeat(100), password: '🌿🍃🌱🌲🌳🌴🌵🌾' })).status).toBe(201);
  });
});

describe('POST /api/users/login', () => {
  test('200 with a new token each time, with any case of the address', async () => {
    const user = await app.user({ email: 'Mixed@example.com' });
    const first = await app.anonymous.call(contract.login, {
      body: { email: 'mixed@EXAMPLE.com', password },
    });
    const second = await app.anonymous.call(contract.login, {
      body: { email: 'Mixed@example.com', password },
    });
    expect(first.status).toBe(200);
    expect(first.body).toEqual({
      _id: user._id,
      name: user.name,
      email: user.email,
      role: 'user',
      createdAt: user.createdAt,
      token: first.body.token,
    });
    expect(second.body.token).not.toBe(first.body.token);
  });

  test('401 with the same answer for an unknown address and for a wrong password', async () => {
    const { email } = await app.user();
    const wrong = await app.anonymous.call(contract.login, { body: { email, password: `${password}!` } });
    const unknown = await app.anonymous.call(contract.login, {
      body: { email: 'nobody@example.com', password },
    });
    for (const { status, error } of [wrong, unknown]) {
      expect(status).toBe(401);
      expect(error).toEqual({
        message: 'Invalid email or password',
        code: 'invalid_credentials',
        i18n: { message: { key: 'userRefusals.invalidCredentials', params: {} } },
        requestId: error.requestId,
      });
    }
  });

  test('a password is neither trimmed nor cut nor compared without case', async () => {
    const long = 'x7 '.repeat(42);
    const { body } = await register({ password: long });
    const login = (attempt: string) =>
      app.anonymous.call(contract.login, { body: { email: body.email, password: attempt } });
    expect((await login(long)).status).toBe(200);
    for (const attempt of [long.trim(), long.toUpperCase(), `${long.slice(0, -1)}y`]) {
      expect((await login(attempt)).status).toBe(401);
    }
  });

  test('a password is the same however its letters are composed', async () => {
    const { body } = await register({ password: 'crème brûlée'.normalize('NFC') });
    const answer = await app.anonymous.call(contract.login, {
      body: { email: body.email, password: 'crème brûlée'.normalize('NFD') },
    });
    expect(answer.status).toBe(200);
  });

  test.each([
    [{ email: '', password }, 'Email is required'],
    [{ email: 'nobody', password }, 'Invalid email format'],
    [{ email: 'a@example.com', password: '' }, 'Password is required'],
  ])('400 for %j', async (body, message) => {
    const { status, error } = await app.anonymous.call(contract.login, { body });
    expect([status, error.message]).toEqual([400, message]);
  });
});

describe('a session', () => {
  test('ends at logout', async () => {
    const user = await app.user();
    expect((await user.call(contract.logout, {})).status).toBe(204);
    expect((await user.call(contract.getProfile, {})).status).toBe(401);
    expect((await user.call(contract.logout, {})).status).toBe(401);
  });

  test('ends after 7 days without use, and continues while it is used', async () => {
    const [idle, active] = [await app.user(), await app.user()];
    const day = 86_400_000;
    try {
      app.clock.offset = 6 * day;
      expect((await active.call(contract.getProfile, {})).status).toBe(200);
      app.clock.offset = 8 * day;
      expect((await active.call(contract.getProfile, {})).status).toBe(200);
      expect((await idle.call(contract.getProfile, {})).status).toBe(401);
    } finally {
      app.clock.offset = 0;
    }
  });

  test('ends after 30 days even in use', async () => {
    const user = await app.user();
    const day = 86_400_000;
    try {
      for (let at = 5; at < 30; at += 5) {
        app.clock.offset = at * day;
        expect((await user.call(contract.getProfile, {})).status).toBe(200);
      }
      app.clock.offset = 30 * day + 1000;
      expect((await user.call(contract.getProfile, {})).status).toBe(401);
    } finally {
      app.clock.offset = 0;
    }
  });

  test.each(['Bearer', 'Bearer x', `Basic ${'a'.repeat(43)}`, `Bearer ${'a'.repeat(43)}`, 'Bearer a b', ''])(
    '401 for the header %j',
    async (authorization) => {
      const { status, error } = await app.anonymous.send('GET', '/api/users/profile', {
        headers: { authorization },
      });
      expect([status, error.code]).toEqual([401, 'unauthorized']);
    },
  );

  test('a token in the URL does not count as a session', async () => {
    const { token } = await app.user();
    expect((await app.anonymous.send('GET', `/api/users/profile?token=${token}`)).status).toBe(401);
  });

  test('neither tokens nor passwords are stored as they are, or logged', async () => {
    hashAsUsual();
    const { body } = await register({ password: 'a very particular secret' });
    const sessions = await app.store.db.selectFrom('sessions').selectAll().execute();
    const stored = JSON.stringify([sessions, await app.store.db.selectFrom('users').selectAll().execute()]);
    for (const secret of [body.token, 'a very particular secret', password]) {
      expect(stored).not.toContain(secret);
      expect(app.lines.join('')).not.toContain(secret);
    }
    const { password_hash: hash } = await app.store.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', body._id)
      .executeTakeFirstOrThrow();
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

describe('PUT /api/users/profile', () => {
  test('200 with the changed user and the token unchanged', async () => {
    const user = await app.user();
    const { status, body } = await user.call(contract.updateProfile, {
      body: { name: 'Renamed', email: 'renamed@example.com' },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      _id: user._id,
      name: 'Renamed',
      email: 'renamed@example.com',
      role: 'user',
      createdAt: user.createdAt,
      token: user.token,
    });
    expect((await user.call(contract.getProfile, {})).body).toEqual(body);
  });

  test('fields that are left out stay as they are', async () => {
    const user = await app.user();
    const { body } = await user.call(contract.updateProfile, { body: { name: 'Only the name' } });
    expect(body).toMatchObject({ name: 'Only the name', email: user.email });
    expect((await user.call(contract.updateProfile, { body: {} })).body).toEqual(body);
  });

  test('a new password ends every other session and keeps the token of the caller', async () => {
    const user = await app.user();
    const other = await app.anonymous.call(contract.login, { body: { email: user.email, password } });
    const { status, body } = await user.call(contract.updateProfile, {
      body: {
        name: user.name,
        email: user.email,
        currentPassword: password,
        newPassword: 'quite another one',
      },
    });
    expect(status).toBe(200);
    expect(body.token).toBe(user.token);
    // As a client of the specification does at its next start.
    const profile = await user.call(contract.getProfile, {});
    expect([profile.status, profile.body]).toEqual([200, body]);
    expect((await app.as(other.body.token).call(contract.getProfile, {})).status).toBe(401);
    const login = (attempt: string) =>
      app.anonymous.call(contract.login, { body: { email: user.email, password: attempt } });
    expect((await login(password)).status).toBe(401);
    expect((await login('quite another one')).status).toBe(200);
  });

  test.each([
    [
      { currentPassword: 'wrong password', newPassword: 'quite another one' },
      'currentPassword',
      'Current password is incorrect',
    ],
    [
      { newPassword: 'quite another one' },
      'currentPassword',
      'Current password is required to change password',
    ],
    [{ currentPassword: password }, 'newPassword', 'New password is required to change password'],
    [
      { currentPassword: password, newPassword: 'short' },
      'newPassword',
      'Password must be at least 8 characters',
    ],
    [{ currentPassword: password, newPassword: 'iloveyou1' }, 'newPassword', 'Password is too common'],
    [{ name: ' ' }, 'name', 'Name is required'],
    [{ email: 'not an address' }, 'email', 'Invalid email format'],
    [{ role: 'admin' }, 'role', 'Unknown field: role'],
  ])('400 for %j, and nothing changes', async (body, field, message) => {
    const user = await app.user();
    const { status, error } = await user.call(contract.updateProfile, { body: body as object });
    expect([status, error.message, error.fields?.[field]]).toEqual([400, message, message]);
    expect((await user.call(contract.getProfile, {})).body).toMatchObject({
      name: user.name,
      email: user.email,
      role: 'user',
    });
  });

  test('400 for an address that another account has', async () => {
    const [user, other] = [await app.user(), await app.user()];
    const { status, error } = await user.call(contract.updateProfile, {
      body: { email: other.email.toUpperCase() },
    });
    expect([status, error.code]).toEqual([400, 'email_taken']);
  });

  test('401 without a session', async () => {
    expect((await app.anonymous.call(contract.updateProfile, { body: { name: 'Nobody' } })).status).toBe(401);
  });
});

describe('GET /api/users', () => {
  test('200 with everyone by name, and nothing but ids and names', async () => {
    const own = await testApp();
    const user = await own.user({ name: 'bea' });
    await own.user({ name: 'Ann' });
    await own.user({ name: 'Émile' });
    await own.user({ name: 'Zoë' });
    const { status, body } = await user.call(contract.listUsers, {});
    expect(status).toBe(200);
    expect(body.map(({ name }) => name)).toEqual(['Ann', 'bea', 'Émile', 'Zoë']);
    expect(body.every((ref) => Object.keys(ref).toSorted().join() === '_id,name')).toBe(true);
  });

  test('returns users who were added or renamed since the previous request', async () => {
    const own = await testApp();
    const user = await own.user({ name: 'Bea' });
    const names = async () => (await user.call(contract.listUsers, {})).body.map(({ name }) => name);
    expect(await names()).toEqual(['Bea']);
    // Without the API, as the command line does it.
    await own.user({ name: 'Ann' });
    expect(await names()).toEqual(['Ann', 'Bea']);
    await user.call(contract.updateProfile, { body: { name: 'Abe' } });
    expect(await names()).toEqual(['Abe', 'Ann']);
    await own.anonymous.call(contract.register, {
      body: { name: 'Zoë', email: 'zoe@example.com', password: 'a field of clover' },
    });
    expect(await names()).toEqual(['Abe', 'Ann', 'Zoë']);
    const { headers, body } = await user.send('GET', '/api/users');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('content-length')).toBe(String(Buffer.byteLength(JSON.stringify(body))));
  });

  test('leaves out suspended users, who are found by their ids and have a list of their own', async () => {
    const own = await testApp();
    const admin = await own.user({ name: 'Root', role: 'admin' });
    const eve = await own.user({ name: 'Eve' });
    const names = async (query: { q?: string; ids?: string } = {}) =>
      (await admin.call(contract.listUsers, { query })).body.map(({ name }) => name);
    const suspend = (suspended: boolean) =>
      admin.call(updateManagedUser, { params: { id: eve._id }, body: { suspended } });
    expect(await names()).toEqual(['Eve', 'Root']);
    await suspend(true);
    expect([await names(), await names({ q: 'eve' })]).toEqual([['Root'], []]);
    expect(await names({ ids: eve._id })).toEqual(['Eve']);
    expect((await admin.call(listSuspendedUsers, {})).body).toEqual([{ _id: eve._id, name: 'Eve' }]);
    await suspend(false);
    expect(await names()).toEqual(['Eve', 'Root']);
    expect((await admin.call(listSuspendedUsers, {})).body).toEqual([]);
  });

  test('finds users by the beginning of any word of the name, up to the limit', async () => {
    const own = await testApp();
    const user = await own.user({ name: 'Ada Lovelace' });
    for (const name of ['ada byron', 'Grace Hopper', 'Hadar', 'Élodie Lo', 'Łukasz Żak', 'İbrahim Işık'])
      await own.user({ name });
    const find = async (query: { q?: string; ids?: string; limit?: string }) =>
      (await user.call(contract.listUsers, { query })).body.map(({ name }) => name);
    expect(await find({ q: 'ADA' })).toEqual(['ada byron', 'Ada Lovelace']);
    expect(await find({ q: 'lo' })).toEqual(['Ada Lovelace', 'Élodie Lo']);
    expect(await find({ q: 'elo' })).toEqual(['Élodie Lo']);
    expect(await find({ q: 'E\u0301LO' })).toEqual(['Élodie Lo']);
    expect(await find({ q: 'zak' })).toEqual(['Łukasz Żak']);
    expect(await find({ q: 'ibrahim isik' })).toEqual(['İbrahim Işık']);
    expect(await find({ q: 'ada', limit: '1' })).toEqual(['ada byron']);
    expect(await find({ q: '', limit: '2' })).toEqual(['ada byron', 'Ada Lovelace']);
    expect(await find({ q: '', limit: '5' })).toHaveLength(5);
    expect(await find({ ids: `${user._id},0190a0a0-0000-7000-8000-000000000000` })).toEqual(['Ada Lovelace']);
    for (const query of [
      'limit=0',
      'limit=501',
      'limit=x',
      'cursor=x',
      'q=a&q=b',
      `q=${'a'.repeat(101)}`,
      'ids=none',
      'x=1',
    ])
      expect([query, (await user.send('GET', `/api/users?${query}`)).status]).toEqual([query, 400]);
  });

  test('has pages of at most 500, and shows each user once despite a renaming', async () => {
    const own = await testApp();
    const user = await own.user({ name: 'Aa' });
    const insert = (name: string, i: number) => ({
      id: `0190a0a0-0000-7000-8000-${String(i).padStart(12, '0')}`,
      name,
      email: `${i}@example.com`,
      email_key: `${i}@example.com`,
      password_hash: '$argon2id$',
      role: 'user' as const,
      created_at: new Date().toISOString(),
    });
    // Every name twice.
    const names = Array.from({ length: 1_002 }, (_, i) => `Name ${Math.floor(i / 2)}`);
    await own.store.write((tx) => tx.insertInto('users').values(names.map(insert)).execute());
    const next = ({ headers }: { headers: Headers }) => /<(.*)>/.exec(headers.get('link') ?? '')?.[1];
    const all: string[] = [];
    const sizes: number[] = [];
    for (let path: string | undefined = '/api/users'; path !== undefined;) {
      const page = await user.send('GET', path);
      const users = page.body as contract.UserRef[];
      sizes.push(users.length);
      all.push(...users.map(({ _id }) => _id));
      path = next(page);
      if (sizes.length === 1) {
        // The last user of the page comes before all others now.
        await own.store.write((tx) =>
          tx
            .updateTable('users')
            .set({ name: 'Aaa' })
            .where('id', '=', all.at(-1) ?? '')
            .execute(),
        );
        await own.user({ name: 'Zoe' });
      }
    }
    expect(sizes).toEqual([500, 500, 4]);
    expect(new Set(all).size).toBe(1_004);
    const found = await user.send('GET', '/api/users?q=name&limit=2');
    expect(next(found)).toContain('?q=name&limit=2&cursor=');
    const more = (await user.send('GET', next(found) ?? '')).body as contract.UserRef[];
    expect(more.map(({ name }) => name)).toEqual(['Name 1', 'Name 1']);
  });

  test('401 without a session', async () => {
    expect((await app.anonymous.call(contract.listUsers, {})).status).toBe(401);
  });
});
