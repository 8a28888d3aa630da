import { expect, test } from 'vitest';
import { listBugReferences, maxReferences } from '#contract/bugs/bug-references.ts';
import { testApp } from '#server/test/harness.ts';

const app = await testApp();
const user = await app.user();
const ask = (numbers: string) => user.call(listBugReferences, { query: { numbers } });

test('GET /api/bugs/references returns the number, title and status of the bugs that exist', async () => {
  const open = await app.bug(user, { title: 'Open one' });
  const resolved = await app.bug(user, { title: 'Resolved one', status: 'resolved' });
  const { status, body } = await ask(`${resolved.number},${open.number},999999,${open.number}`);
  expect(status).toBe(200);
  expect(body).toEqual(
    [open, resolved].map(({ _id, number, title, status: state }) => ({ _id, number, title, status: state })),
  );
});

test('400 for anything but 1 to 100 numbers of bugs', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => at + 1).join(',');
  expect((await ask(many(maxReferences))).status).toBe(200);
  for (const numbers of ['', '0', '1,', 'x', '-1', '1.5', '9999999999', many(maxReferences + 1)]) {
    const { status, body } = await ask(numbers);
    expect([status, body]).toMatchObject([
      400,
      { message: 'numbers must be 1 to 100 numbers of bugs, separated by commas' },
    ]);
  }
});
