import { sql } from 'kysely';
import { nameKey } from '#contract/bugs/search.ts';
import { newId } from '#server/engine/id.ts';
import { openDatabase } from '#server/engine/open.ts';

/** Queries by the values that `sortBugs` gives bugs. Each matches forty or more of a thousand bugs. */
export const sortedQueries = [
  'label:"area 3"',
  'component:"part 2"',
  'severity:"grade 1"',
  'cost:7',
  'cost:>15 severity:"grade 3"',
  'label:"area 2" component:"part 2" severity:"grade 2"',
  'fixed:"release 1"',
  'found:none -label:"area 3"',
] as const;

/**
 * Gives the bugs of a seeded database, which no server has open, labels (five of eight bugs), components (four of six),
 * the version they are fixed in (one of twenty), and values in two fields of an admin: one of four options, and a
 * number below 20.
 */
export async function sortBugs(databaseUrl: string): Promise<void> {
  const store = await openDatabase(databaseUrl, { exclusive: true, existing: true });
  const names = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, i) => {
      const name = `${prefix} ${i}`;
      return { id: newId(), name, name_key: nameKey(name) };
    });
  const field = (name: string, position: number) => ({
    id: newId(),
    name,
    name_key: nameKey(name),
    is_required: 0,
    position,
  });
  const [severity, cost] = [field('Severity', 0), field('Cost', 1)];
  const options = names('grade', 4).map((option, position) => ({
    ...option,
    field_id: severity.id,
    position,
  }));
  await store.bulkWrite(async (tx) => {
    await tx
      .insertInto('labels')
      .values(names('area', 5).map((label) => ({ ...label, color: 'grey', description: '' })))
      .execute();
    await tx
      .insertInto('components')
      .values(names('part', 4).map((component) => ({ ...component, description: '', template: '' })))
      .execute();
    await tx
      .insertInto('versions')
      .values({ ...names('release', 2)[1], description: '', state: 'released', position: 0 } as never)
      .execute();
    await tx
      .insertInto('custom_fields')
      .values([
        { ...severity, kind: 'option' },
        { ...cost, kind: 'number' },
      ])
      .execute();
    await tx.insertInto('custom_options').values(options).execute();
    for (const statement of [
      sql`insert into bug_labels (bug_id, number, label_id)
        select bugs.id, bugs.number, labels.id from bugs join labels on labels.name = 'area ' || (bugs.number % 8)`,
      sql`update bugs set component_id =
        (select id from components where name = 'part ' || (bugs.number % 6)) where number % 6 < 4`,
      sql`insert into bug_fixed_in (bug_id, number, version_id)
        select bugs.id, bugs.number, versions.id from bugs cross join versions where bugs.number % 20 = 0`,
      sql`insert into bug_custom_values (bug_id, number, field_id, part, option_id)
        select bugs.id, bugs.number, field_id, 0, custom_options.id
        from bugs join custom_options on custom_options.name = 'grade ' || (bugs.number % 4)`,
      sql`insert into bug_custom_values (bug_id, number, field_id, part, number_value)
        select bugs.id, bugs.number, custom_fields.id, 0, bugs.number % 20
        from bugs cross join custom_fields where custom_fields.kind = 'number'`,
    ])
      await statement.execute(tx);
  });
  await store.close();
}
