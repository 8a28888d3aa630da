import { type BugFieldName, bugFields, inputsOf } from '#contract/bugs/bug-fields.ts';
import type { Bug } from '#contract/bugs/bugs.ts';
import { type BugField, differing, isSameInput } from '#contract/bugs/field.ts';
import { getHistory, historyMessages, historyPage, type HistoryEntry } from '#contract/bugs/history.ts';
import type { ServerField } from '#server/extensions/bug-field.ts';
import type { StoredChange } from '#server/extensions/stored-change.ts';
import type { Db } from '#server/engine/schema.ts';
import { Answer } from '#server/http/answer.ts';
import { fieldError, notFound } from '#server/http/errors.ts';
import { countOfPage } from '#server/http/pages.ts';
import * as queries from './queries.ts';

/** The limit of the changes of a page in bytes: 100 edits of long descriptions would be 16 MB. */
const maxPageBytes = 128_000;

/**
 * A page of a bug's history, from its creation on or from after an entry, with a link to the next page.
 * @throws AppError 404 if there is no such bug, 400 if it has no such entry
 */
export async function listHistory(
  db: Db,
  fields: readonly ServerField[],
  { bugId, after }: { bugId: string; after: string | undefined },
): Promise<Answer<HistoryEntry[]>> {
  const creation = await queries.findCreation(db, bugId);
  if (!creation) throw notFound(getHistory);
  const isFirst = after === undefined;
  const behind = isFirst || after === bugId ? 1 : await queries.findVersion(db, bugId, after);
  if (behind === undefined) throw fieldError('after', historyMessages.unknownEntry());
  const begin = isFirst ? [creation] : [];
  const limit = historyPage - begin.length;
  const versions = await queries.listVersions(db, { bugId, behind, limit: limit + 1 });
  const count = countOfPage(versions, { limit, maxBytes: maxPageBytes });
  const upTo = versions[count - 1]?.version ?? behind;
  const page = [...begin, ...(await queries.listEntries(db, fields, { bugId, behind, upTo }))];
  const next = `${getHistory.path.replace(':id', bugId)}?after=${page.at(-1)?._id}`;
  return new Answer(page, count < versions.length ? { link: `<${next}>; rel="next"` } : {});
}

/** The fields in the order in which an entry has them: facts before prose. */
const ordered = Object.entries<BugField>(bugFields)
  .toSorted(([, a], [, b]) => Number(a.isProse ?? false) - Number(b.isProse ?? false))
  .map(([name]) => name as BugFieldName);

/** The changes of a bug, as they are stored. */
export function changesBetween(before: Bug, bug: Bug): StoredChange[] {
  const [from, to] = [inputsOf(before), inputsOf(bug)];
  return ordered
    .map((field) => ({ field, from: from[field], to: to[field] }))
    .filter((change) => !isSameInput(change.from, change.to))
    .map(narrowed);
}

/** Only the keys that differ, if the value of the field is an object. */
function narrowed({ field, from, to }: StoredChange): StoredChange {
  const { merge }: BugField = bugFields[field];
  if (merge !== 'keys') return { field, from, to };
  const [before, after] = [from, to] as [Record<string, never>, Record<string, never>];
  return { field, from: differing(before, after), to: differing(after, before) };
}
