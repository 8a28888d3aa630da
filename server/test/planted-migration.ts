// Brings the database at the given address up to date, then runs a migration of many steps, each of which is printed.
// It stops at the named step, to be killed there. Run only by tests.
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { migrate, migrations } from '#server/engine/migrate.ts';
import { openDatabase } from '#server/engine/open.ts';

const steps = 100;
const [, , url = '', stay] = process.argv;

const planted: Migration = {
  async up(db) {
    await sql`create table planted (step integer primary key)`.execute(db);
    await sql`alter table bugs add column planted integer not null default 0`.execute(db);
    for (let step = 1; step <= steps; step += 1) {
      await sql`insert into planted values (${step})`.execute(db);
      await sql`update bugs set planted = ${step}, title = title || '!'`.execute(db);
      process.stdout.write(`step ${step}\n`);
      if (String(step) === stay) await new Promise((resolve) => void setTimeout(resolve, 2 ** 30));
    }
    await sql`drop index bugs_status_number`.execute(db);
  },
};

const store = await openDatabase(url, { exclusive: true });
await migrate(store, { all: { ...migrations, '9998-planted': planted } });
await store.close();
