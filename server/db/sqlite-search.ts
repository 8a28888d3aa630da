import { type RawBuilder, sql } from 'kysely';
import type { Db, Schema } from './schema.ts';
import { type Search, type SearchEngine, trigram } from './search.ts';
import { textEnd } from './sqlite-search-index.ts';

/** From so many matches on, a text is found in a moment wherever one looks. */
const many = 20_000;
/** A short text that as many of the newest bugs contain is a common one. */
const sample = { bugs: 2_000, common: 20 };
/** More words of three than this begin with a text only where it is common. */
const maxTerms = 500;

export const sqliteSearch: SearchEngine = {
  async plan(db, needle, { byNumber, ofOneUser }) {
    const scan: Search = { way: 'scan', match: '', needle };
    const match = [...needle].length < trigram ? await shortMatch(db, needle) : quoted(needle);
    if (match === undefined) return scan;
    // The index gives its matches by number; to sort them otherwise, or to pick a few of them, takes all of them.
    const isQuick = (byNumber && !ofOneUser) || (await countMatches(db, match)) < many;
    return isQuick ? { way: 'index', match, needle } : scan;
  },
  source: (way, match) =>
    way === 'scan'
      ? sql<Schema['bugs']>`bugs`
      : sql<Schema['bugs']>`(
          select s.rowid as number, b.id, b.title, b.description, b.title_fold, b.description_fold, b.status, b.priority,
            b.assigned_to, b.created_by, b.created_at, b.updated_at, b.version
          from bug_search s cross join bugs b on b.number = s.rowid where s.bug_search match ${match})`,
  contains: (needle) =>
    sql<boolean>`(instr(bugs.title_fold, ${needle}) > 0 or instr(bugs.description_fold, ${needle}) > 0)`,
};

/** A phrase that is taken as it is, but for quotes, which are doubled. */
function quoted(phrase: string): string {
  return `"${phrase.replaceAll('"', '""')}"`;
}

/** What finds a text that is shorter than a trigram: all trigrams that begin with it. Nothing where it is common. */
async function shortMatch(db: Db, needle: string): Promise<string | undefined> {
  const { rows: found } = await sql<{ n: number }>`
    select count(*) as n from (
      select 1 from (select number, title_fold, description_fold from bugs order by number desc limit ${sample.bugs}) bugs
      where ${sqliteSearch.contains(needle)} limit ${sample.common})`.execute(db);
  if ((found[0]?.n ?? 0) >= sample.common) return undefined;
  const last = `${needle}\u{10FFFF}\u{10FFFF}`;
  // Sought one by one, as the next would be found by going through everything of the one before.
  const firstTerm = (from: RawBuilder<unknown>) =>
    sql`(select term from bug_trigrams where term between ${from} and ${last} limit 1)`;
  const { rows } = await sql<{ term: string }>`
    with recursive terms (term) as (
      select ${firstTerm(sql`${needle}`)}
      union all select ${firstTerm(sql`terms.term || char(1)`)} from terms where terms.term is not null limit ${maxTerms})
    select term from terms where term is not null`.execute(db);
  if (rows.length === maxTerms) return undefined;
  // Where no trigram begins with it, this one does not either: nothing is found.
  return rows.length === 0 ? quoted(needle + textEnd) : rows.map(({ term }) => quoted(term)).join(' OR ');
}

async function countMatches(db: Db, match: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select 1 from bug_search where bug_search match ${match} limit ${many})`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}
