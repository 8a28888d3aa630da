import { type Kysely, sql } from 'kysely';
import { engineOf } from '#server/engine/migrations/engine.ts';
import type { Schema } from '#server/engine/schema.ts';

/** Letters, digits and signs that one regular expression can ask the index for, and frequent signs that it cannot. */
const listed = String.raw`\x01-\x40\x5b-\x7f\u00a0-\u00bf\u00d7\u00df-\u00ff`;
const others = '–—…“”„’‘•€→';
const hasUnlisted = `(title_fold || description_fold) ~ '[^${listed}${others}]'`;

/**
 * The numbers of the bugs that contain two characters, in PostgreSQL's index of trigrams: it is asked for both with each
 * listed character that may follow, or precede where the second one is no part of a word, and compares the few bugs that have
 * unlisted ones. Null if more than `most` bugs contain them, or if neither is part of a word, as no trigram has them then.
 */
const bugsWithPair = String.raw`
create function bugs_with_pair(pair text, most integer) returns integer[]
language plpgsql stable
set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_indexscan = off as $$
declare
  literal text := regexp_replace(pair, '([^[:alnum:][:space:]])', '\\\1', 'g');
  liked text := regexp_replace(pair, '([\\%_])', '\\\1', 'g');
  pattern text;
  patterns text[];
  numbers integer[];
begin
  if show_trgm(right(pair, 1)) <> '{}' then
    pattern := literal || '[${listed}]';
    patterns := array(select '%' || liked || other || '%' from string_to_table('${others}', null) other) || ('%' || liked);
  elsif show_trgm(left(pair, 1)) <> '{}' then
    pattern := '[${listed}]' || literal;
    patterns := array(select '%' || other || liked || '%' from string_to_table('${others}', null) other) || (liked || '%');
  else
    return null;
  end if;
  numbers := array(
    select number from bugs
    where (title_fold ~ pattern or title_fold like any (patterns)
      or description_fold ~ pattern or description_fold like any (patterns) or ${hasUnlisted})
      and (strpos(title_fold, pair) > 0 or strpos(description_fold, pair) > 0)
    limit most + 1);
  return case when cardinality(numbers) <= most then numbers end;
end $$`;

export async function up(db: Kysely<Schema>): Promise<void> {
  if (engineOf(db).name === 'sqlite') return;
  await sql
    .raw(`create index bugs_with_unlisted_characters on bugs (number) where ${hasUnlisted}`)
    .execute(db);
  await sql.raw(bugsWithPair).execute(db);
}
