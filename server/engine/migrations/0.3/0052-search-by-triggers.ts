import { type Kysely, sql } from 'kysely';
import { engineOf, textEnd } from '#server/engine/migrations/engine.ts';
import type { Schema } from '#server/engine/schema.ts';

const folded = (row: string) =>
  sql.raw(`${row}.title_fold || '${textEnd}', ${row}.description_fold || '${textEnd}'`);

/** On SQLite, triggers update the search index again, and no comments wait for it. */
const statements = [
  sql`delete from bug_search where rowid in (select number from bug_search_due)`,
  sql`insert into bug_search (rowid, title_fold, description_fold)
    select b.number, ${folded('b')} from bug_search_due d join bugs b on b.number = d.number`,
  sql`delete from comment_search where rowid in (select place from comment_search_due)`,
  sql`insert into comment_search (rowid, body_fold)
    select p.place, c.body_fold from comment_places p join comments c on c.id = p.comment_id
    where p.place in (select place from comment_search_due) and c.body_fold <> ''`,
  sql`delete from comment_places where comment_id not in (select id from comments)`,
  ...['bug', 'comment'].flatMap((of) => [
    ...['insert', 'update', 'delete'].map((verb) => sql`drop trigger ${sql.id(`${of}_search_${verb}`)}`),
    sql`drop table ${sql.id(`${of}_search_due`)}`,
  ]),
  sql`create trigger bug_search_insert after insert on bugs begin
    insert into bug_search (rowid, title_fold, description_fold) values (new.number, ${folded('new')});
  end`,
  sql`create trigger bug_search_update after update of title_fold, description_fold on bugs
    when old.title_fold <> new.title_fold or old.description_fold <> new.description_fold begin
    insert or replace into bug_search (rowid, title_fold, description_fold) values (new.number, ${folded('new')});
  end`,
  sql`create trigger bug_search_delete after delete on bugs begin
    delete from bug_search where rowid = old.number;
  end`,
  sql`create trigger comment_search_insert after insert on comments begin
    insert into comment_places (comment_id) values (new.id);
    insert into comment_search (rowid, body_fold) select last_insert_rowid(), new.body_fold where new.body_fold <> '';
  end`,
  sql`create trigger comment_search_update after update of body_fold on comments
    when old.body_fold <> new.body_fold begin
    delete from comment_search where rowid = (select place from comment_places where comment_id = new.id);
    insert into comment_search (rowid, body_fold)
      select place, new.body_fold from comment_places where comment_id = new.id and new.body_fold <> '';
  end`,
  sql`create trigger comment_search_delete after delete on comments begin
    delete from comment_search where rowid = (select place from comment_places where comment_id = old.id);
    delete from comment_places where comment_id = old.id;
  end`,
];

export async function up(db: Kysely<Schema>): Promise<void> {
  if (engineOf(db).name === 'postgres') return;
  for (const statement of statements) await statement.execute(db);
}
