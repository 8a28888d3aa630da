import type { VersionRef } from '#contract/classification/version-fields.ts';
import { versionRefusals } from '#contract/classification/versions.ts';
import type { FieldFilter, StoredField } from '#server/extensions/bug-field.ts';
import { beforeCommit } from '#server/db/transaction.ts';
import { fieldError } from '#server/http/errors.ts';
import * as queries from './field-queries.ts';
import { listVersions } from './queries.ts';

function filterBy(table: queries.BugVersions): FieldFilter {
  return {
    conditionOf: (given) =>
      given === 'none'
        ? { kind: 'none', value: '', isUnindexed: true }
        : { kind: 'any', value: JSON.stringify(String(given).split(',')), isSelective: true },
    where: (db, kind, ids) =>
      kind === 'none' ? queries.hasNoVersion(table) : queries.hasVersion(db, table, ids),
    ids: (db, kind, ids) => (kind === 'none' ? undefined : queries.bugsWithVersion(db, table, ids)),
  };
}

/** The versions that bugs are found in. */
export const foundInOfBugs: StoredField<'foundIn'> = {
  name: 'foundIn',
  inMail: { en: { label: 'Found in' }, de: { label: 'Gefunden in' } },
  select: queries.foundInOfBug,
  read: (json) => JSON.parse(json) as VersionRef[],
  none: [],
  async lookUp(tx, ids) {
    const versions = await queries.candidates(tx, ids);
    return {
      decide(before = []) {
        if (ids.some((id) => !before.includes(id) && versions.get(id)?.isUsable !== true))
          throw fieldError('foundIn', versionRefusals.notUsable());
        return ids;
      },
      valueOf: (input) => queries.refsOf(versions, input),
    };
  },
  store(tx, bugId, { input: ids, before = [] }) {
    const removed = before.filter((id) => !ids.includes(id));
    const added = ids.filter((id) => !before.includes(id));
    if (removed.length > 0) beforeCommit(tx, queries.removeFoundIn(tx, bugId, removed));
    if (added.length > 0) beforeCommit(tx, queries.addFoundIn(tx, bugId, added));
  },
  filters: { foundIn: filterBy('bug_found_in') },
  querying: { named: listVersions, having: () => queries.bugsWithVersions('bug_found_in') },
  async present(db, inputs) {
    const versions = await queries.versionsWithIds(db, inputs.flat());
    return inputs.map((ids) => queries.refsOf(versions, ids));
  },
};

/** The version that a bug is fixed in, or is to be. */
export const fixedInOfBugs: StoredField<'fixedIn'> = {
  name: 'fixedIn',
  inMail: { en: { label: 'Fixed in' }, de: { label: 'Behoben in' } },
  select: queries.fixedInOfBug,
  read: (json) => (JSON.parse(json) as VersionRef[])[0] ?? null,
  none: null,
  async lookUp(tx, id) {
    const versions = await queries.candidates(tx, id === null ? [] : [id]);
    return {
      decide() {
        if (id !== null && versions.get(id)?.isUsable !== true)
          throw fieldError('fixedIn', versionRefusals.notUsable());
        return id;
      },
      valueOf: (input) => queries.refsOf(versions, input === null ? [] : [input])[0] ?? null,
    };
  },
  store(tx, bugId, { input, before = null }) {
    if (input !== null) beforeCommit(tx, queries.setFixedIn(tx, bugId, input));
    else if (before !== null) beforeCommit(tx, queries.removeFixedIn(tx, bugId));
  },
  filters: { fixedIn: filterBy('bug_fixed_in') },
  querying: { named: listVersions, having: () => queries.bugsWithVersions('bug_fixed_in') },
  async present(db, inputs) {
    const ids = inputs.filter((id) => id !== null);
    const versions = await queries.versionsWithIds(db, ids);
    return inputs.map((id) => (id === null ? null : (versions.get(id)?.ref ?? null)));
  },
};
