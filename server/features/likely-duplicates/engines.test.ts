import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listLikelyDuplicates } from '#contract/bugs/likely-duplicates.ts';
import { insertBugs } from '#server/seed/bulk-bugs.ts';
import { newId } from '#server/engine/id.ts';
import { engineOf } from '#server/engine/dialect.ts';
import { fold } from '#contract/bugs/search.ts';
import { type EngineName, testDatabase } from '#server/test/database.ts';
import { testApp } from '#server/test/harness.ts';

interface Report {
  title: string;
  description: string;
}
interface Group {
  original: Report;
  duplicates: Report[];
}

const folder = join(import.meta.dirname, '../../../lab/bench/data');
const read = <T>(name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as T[];
const groups = read<Group>('duplicates-tuning.json');
const others = read<Report>('duplicates-others.json');

async function start(engine: EngineName) {
  const app = await testApp({ databaseUrl: await testDatabase(engine) });
  const user = await app.user({});
  const reports = [...others, ...groups.map(({ original }) => original)];
  await app.store.write(async (tx) => {
    const numbers = await engineOf(tx).nextNumbers(tx, reports.length);
    const at = new Date('2026-03-01T08:00:00.000Z').toISOString();
    await insertBugs(
      tx,
      reports.map(({ title, description }, i) => ({
        id: newId(),
        number: numbers[i] ?? 0,
        title,
        title_fold: fold(title),
        description,
        description_fold: fold(description),
        status: 0,
        priority: 0,
        assigned_to: null,
        created_by: user._id,
        created_at: at,
        updated_at: at,
        version: 1,
      })),
    );
  });
  return async ({ title, description }: Report) => {
    const { body } = await user.call(listLikelyDuplicates, { query: { title, description } });
    return body.map((bug) => [bug.number, bug.words]);
  };
}

test('both engines rank the same bugs alike', async () => {
  const [sqlite, postgres] = await Promise.all([start('sqlite'), start('postgres')]);
  let found = 0;
  for (const draft of groups.flatMap(({ duplicates }) => duplicates)) {
    const ranked = await sqlite(draft);
    expect(await postgres(draft)).toEqual(ranked);
    found += ranked.length;
  }
  expect(found).toBeGreaterThan(150);
});
