import { sql } from 'kysely';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db } from '#server/engine/schema.ts';

/**
 * The schema of a database, a line for each of its parts. The dump does not depend on the statements that created the
 * parts.
 */
export async function dumpSchema(db: Db): Promise<string[]> {
  const { rows } = await (engineOf(db).name === 'sqlite' ? ofSqlite : ofPostgres).execute(db);
  return rows.map(({ line }) => normalised(line)).toSorted();
}

const ofSqlite = sql<{ line: string }>`
  select type || ' ' || tbl_name || ' ' || sql as line from sqlite_schema
  where sql is not null and tbl_name not like 'kysely%'`;

const ofPostgres = sql<{ line: string }>`
  with own as (select * from pg_class where relnamespace = current_schema()::regnamespace and relname not like 'kysely%')
  select concat_ws(' ', relname, row_number() over (partition by own.oid order by attnum), attname, format_type(atttypid, atttypmod),
      attnotnull, attidentity, attcollation::regcollation, pg_get_expr(adbin, adrelid)) as line
    from own join pg_attribute on attrelid = own.oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relkind = 'r' and attnum > 0 and not attisdropped
  union all
  select concat_ws(' ', relname, conname, pg_get_constraintdef(c.oid)) from own join pg_constraint c on conrelid = own.oid
    where contype <> 'n'
  union all
  select pg_get_indexdef(oid) from own where relkind = 'i'
  union all
  select pg_get_triggerdef(t.oid) from own join pg_trigger t on tgrelid = own.oid where not tgisinternal
  union all
  select concat_ws(' ', relname, seqtypid::regtype, seqstart, seqmax) from own join pg_sequence on seqrelid = own.oid
  union all
  select pg_get_functiondef(p.oid) from pg_proc p
    where pronamespace = current_schema()::regnamespace and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`;

/**
 * Normalises a line: in SQLite's text, a column that was added later follows the constraints, and its clauses are in
 * another order.
 */
function normalised(line: string): string {
  const plain = line.replaceAll('"', '').replaceAll(/\s+/g, ' ').trim().toLowerCase();
  if (!plain.startsWith('table') || plain.includes('virtual')) return plain;
  const [begin, end] = [plain.indexOf('('), plain.lastIndexOf(')')];
  const parts = partsOf(plain.slice(begin + 1, end));
  const columns = parts
    .filter((part) => !part.startsWith('constraint'))
    .map((column) => {
      const [type, ...clauses] = column.split(
        / (?=not null|default|check|references|on delete|primary key|unique)/,
      );
      return [type, ...clauses.toSorted()].join(' ');
    });
  const constraints = parts.filter((part) => part.startsWith('constraint'));
  return [plain.slice(0, begin), ...columns, ...constraints.toSorted(), plain.slice(end + 1).trim()].join(
    '\n',
  );
}

/** Splits at commas outside of parentheses. */
function partsOf(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of text) {
    depth += Number(letter === '(') - Number(letter === ')');
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim());
}
