import { type RawBuilder, sql } from 'kysely';
import type { Db, Schema } from '#server/engine/schema.ts';
import {
  compared,
  longestTerm,
  maxComparedBy,
  mostAmong,
  type Search,
  type SearchEngine,
  trigram,
} from '#server/engine/search.ts';

/**
 * In the index, texts end with two of this character, so that a trigram begins at every code point. Matches are
 * compared again, so it may also occur in a text.
 */
const textEnd = '\u{10FFFD}'.repeat(trigram - 1);

/** With this many matches, a scan in any order soon finds enough of them. */
const many = 20_000;
/** A short text is common if `common` of the `bugs` newest bugs contain it. */
const sample = { bugs: 500, common: 5 };
/**
 * A search uses the `asked` rarest of up to `lookedAt` trigrams of a text, whose occurrences are counted up to
 * `counted`. A phrase of all trigrams would compare the positions of each with those of the next in every bug that has
 * them.
 */
const trigrams = { asked: 4, lookedAt: 16, counted: 1_000 };
/**
 * The rarity of trigrams that exceed `counted` is estimated from a sample: this many bugs of all ages, and this much of
 * each description.
 */
const bugsOfAllTimes = { count: 100, characters: 1_000 };
/**
 * Limits the candidates with many comments per statement: together, they may have this many more comments than the one
 * with the most. At maximum length, that is 30 MB, of trimmed e-mails 60 MB. A scan of all bugs has no such limit: two
 * bugs with many comments would reduce it to one bug at a time.
 */
const comparedComments = 500;
/** A text with more trigrams that begin with it than this is common. */
const maxTerms = 500;

export const sqliteSearch: SearchEngine = {
  async plan(db, needles, { byNumber, isSelective, inComments }) {
    const scan: Search = { way: 'scan', match: '', needles };
    if (inComments) {
      const among = await bugsWithTerm(db, longestTerm(needles));
      return among ? { ...scan, among } : scan;
    }
    const long = needles.filter((needle) => [...needle].length >= trigram);
    const match =
      long.length > 0 ? await rareTrigrams(db, long, 'bug_trigrams') : await shortMatch(db, needles);
    if (match === undefined) return scan;
    // The index returns its matches by number; another order, or further conditions, need all of them.
    const isQuick = (byNumber && !isSelective) || (await countMatches(db, match)) < many;
    return isQuick ? { way: 'index', match, needles } : scan;
  },
  source: (way, match) =>
    way === 'scan'
      ? sql<Schema['bugs']>`bugs`
      : sql<Schema['bugs']>`(
          select s.rowid as number, b.id, b.title, b.description, b.title_fold, b.description_fold, b.title_marked, b.description_marked, b.status, b.priority,
            b.assigned_to, b.created_by, b.created_at, b.updated_at, b.version
          from bug_search s cross join bugs b on b.number = s.rowid where s.bug_search match ${match})`,
  async numbersWith(db, sets, { most, among }) {
    const rest =
      among === undefined
        ? sql``
        : sql`and rowid > (select max(number) from bugs) - ${among} order by rowid desc`;
    // One statement each, as a statement cannot be interrupted.
    const found = sets.map(async (set) => {
      const { rows } = await sql<{ numbers: string }>`
        select json_group_array(number) as numbers from (
          select rowid as number from bug_search where bug_search match ${set.map(quoted).join(' AND ')} ${rest} limit ${most})`.execute(
        db,
      );
      return JSON.parse(rows[0]?.numbers ?? '[]') as number[];
    });
    return Promise.all(found);
  },
  contains(needle, inComments = false) {
    const own = sql<boolean>`instr(bugs.title_fold, ${needle}) > 0 or instr(bugs.description_fold, ${needle}) > 0`;
    if (!inComments) return sql<boolean>`(${own})`;
    return sql<boolean>`(${own} or exists (
      select 1 from comments where comments.bug_id = bugs.id and instr(comments.body_fold, ${needle}) > 0))`;
  },
  containsExactly(phrase, inComments) {
    const marked = (column: string) =>
      sql`instr(coalesce(${sql.ref(`${column}_marked`)}, ${sql.ref(`${column}_fold`)}), ${phrase}) > 0`;
    const own = sql<boolean>`${marked('bugs.title')} or ${marked('bugs.description')}`;
    if (!inComments) return sql<boolean>`(${own})`;
    return sql<boolean>`(${own} or exists (
      select 1 from comments where comments.bug_id = bugs.id and ${marked('comments.body')}))`;
  },
  columnContains: (column, needle) => sql<boolean>`instr(${sql.ref(column)}, ${needle}) > 0`,
  numbers: ({ match }) => sql`select rowid as number from bug_search where bug_search match ${match}`,
  needleOf: (term) => term,
  maxCompared: maxComparedBy(1),
  boundsIndex: true,
  async maxWithComments(db, among) {
    const { rows } = await sql<{ comments: number }>`
      select comments from json_each(${JSON.stringify(among)}) cross join bugs on bugs.number = value
      cross join bug_comments on bug_comments.bug_id = bugs.id
      order by comments desc limit ${compared.most}`.execute(db);
    let sum = -(rows[0]?.comments ?? 0);
    const tooMany = rows.findIndex(({ comments }) => (sum += comments) > comparedComments);
    return tooMany === -1 ? compared.most : tooMany;
  },
};

/** A literal phrase; quotes are doubled. */
function quoted(phrase: string): string {
  return `"${phrase.replaceAll('"', '""')}"`;
}

type Trigrams = 'bug_trigrams' | 'comment_trigrams';

/**
 * How long a choice of trigrams is cached, in milliseconds, and how many choices are. Choosing takes as long as
 * finding, and an earlier choice still finds all bugs.
 */
const cachedChoices = { for: 60_000, most: 500 };
const chosen = new Map<string, { readonly match: string; readonly at: number }>();

/**
 * The expression for the bugs that have the rarest trigrams of the texts. It matches a superset of the bugs with the
 * texts; the caller compares the matches.
 */
async function rareTrigrams(db: Db, needles: readonly string[], known: Trigrams): Promise<string> {
  const key = [known, ...needles].join('\n');
  const earlier = chosen.get(key);
  if (earlier && earlier.at > Date.now() - cachedChoices.for) return earlier.match;
  const match = await chooseTrigrams(db, needles, known);
  chosen.delete(key);
  chosen.set(key, { match, at: Date.now() });
  for (const oldest of chosen.keys()) {
    if (chosen.size <= cachedChoices.most) break;
    chosen.delete(oldest);
  }
  return match;
}

async function chooseTrigrams(db: Db, needles: readonly string[], known: Trigrams): Promise<string> {
  const all = new Set(
    needles.flatMap((needle) => {
      const points = [...needle];
      return points.slice(trigram - 1).map((_, i) => points.slice(i, i + trigram).join(''));
    }),
  );
  const some = spread([...all], trigrams.lookedAt);
  // Occurrences, not bugs: the index reads all occurrences of a trigram.
  const { rows } = await sql<{ term: string; n: number }>`
    select value as term, (
      select count(*) from (select 1 from ${sql.table(known)} where term = value limit ${trigrams.counted})
    ) as n from json_each(${JSON.stringify(some)}) order by n`.execute(db);
  const rare = rows.filter(({ n }) => n < trigrams.counted).map(({ term }) => term);
  const common = rows.slice(rare.length).map(({ term }) => term);
  const asked = rare.length < trigrams.asked ? [...rare, ...(await rarestOf(db, common))] : rare;
  return asked.slice(0, trigrams.asked).map(quoted).join(' AND ');
}

/**
 * Common trigrams, the rarest first, estimated from a sample. A parameter is not an integer, so neither is a quotient
 * by it.
 */
async function rarestOf(db: Db, terms: readonly string[]): Promise<string[]> {
  const { count, characters } = bugsOfAllTimes;
  const { rows } = await sql<{ term: string }>`
    with recursive places (place) as (select 1 union all select place + 1 from places where place < ${count}),
      looked_at (text) as materialized (
        select title_fold || ' ' || substr(description_fold, 1, ${characters}) from bugs
        where number in (select cast((select max(number) from bugs) * place / ${count} as integer) from places))
    select value as term from json_each(${JSON.stringify(terms)})
    order by (select count(*) from looked_at where instr(text, value) > 0)`.execute(db);
  return rows.map(({ term }) => term);
}

/** The numbers of the bugs that may contain the text in a comment or elsewhere; undefined if there are too many. */
async function bugsWithTerm(db: Db, term: string | undefined): Promise<number[] | undefined> {
  if (term === undefined) return undefined;
  const [inBugs, inComments] = await Promise.all([
    rareTrigrams(db, [term], 'bug_trigrams'),
    rareTrigrams(db, [term], 'comment_trigrams'),
  ]);
  const numbersOf = async (found: RawBuilder<{ number: number }>) =>
    (await sql<{ number: number }>`${found} limit ${mostAmong + 1}`.execute(db)).rows.map(
      (row) => row.number,
    );
  const bugOfPlace = sql`cross join comment_places p on p.place = s.place
    cross join comments c on c.id = p.comment_id cross join bugs on bugs.id = c.bug_id`;
  const found = await Promise.all([
    numbersOf(sql`select rowid as number from bug_search where bug_search match ${inBugs}`),
    numbersOf(sql`
      select bugs.number from (select rowid as place from comment_search where comment_search match ${inComments}) s
      ${bugOfPlace}`),
  ]);
  return found.some((numbers) => numbers.length > mostAmong) ? undefined : [...new Set(found.flat())];
}

/** At most `most` items of the list, evenly spaced. */
function spread<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, i) => list[Math.floor((i * list.length) / most)] as T);
}

/** The FTS expression for the first uncommon text shorter than a trigram, if any. */
async function shortMatch(db: Db, needles: readonly string[]): Promise<string | undefined> {
  for (const needle of needles) {
    const match = await matchOfShort(db, needle);
    if (match !== undefined) return match;
  }
  return undefined;
}

/** The FTS expression for a text shorter than a trigram: all trigrams that begin with it; undefined if it is common. */
async function matchOfShort(db: Db, needle: string): Promise<string | undefined> {
  const { rows: found } = await sql<{ n: number }>`
    select count(*) as n from (
      select 1 from (select number, title_fold, description_fold from bugs order by number desc limit ${sample.bugs}) bugs
      where ${sqliteSearch.contains(needle)} limit ${sample.common})`.execute(db);
  if ((found[0]?.n ?? 0) >= sample.common) return undefined;
  const last = `${needle}\u{10FFFF}\u{10FFFF}`;
  // Looked up one by one: a scan for the next term would read all occurrences of the previous one.
  const firstTerm = (from: RawBuilder<unknown>) =>
    sql`(select term from bug_trigrams where term between ${from} and ${last} limit 1)`;
  const { rows } = await sql<{ term: string }>`
    with recursive terms (term) as (
      select ${firstTerm(sql`${needle}`)}
      union all select ${firstTerm(sql`terms.term || char(1)`)} from terms where terms.term is not null limit ${maxTerms})
    select term from terms where term is not null`.execute(db);
  if (rows.length === maxTerms) return undefined;
  // If no trigram begins with it, the search finds nothing.
  return rows.length === 0 ? quoted(needle + textEnd) : rows.map(({ term }) => quoted(term)).join(' OR ');
}

async function countMatches(db: Db, match: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select 1 from bug_search where bug_search match ${match} limit ${many})`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}
