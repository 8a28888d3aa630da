import { sql } from 'kysely';
import { maxVersions, type VersionRef } from '#contract/classification/version-fields.ts';
import * as contract from '#contract/classification/versions.ts';
import type { Version } from '#contract/classification/versions.ts';
import { numberOf } from '#server/engine/bugs/bugs.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db } from '#server/engine/schema.ts';
import { beforeCommit } from '#server/engine/transaction.ts';
import type { StoredField } from '#server/extensions/bug-field.ts';
import { AppError, fieldError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { edited } from '#server/named.ts';
import {
  type Candidate,
  type Link,
  fieldOfMany,
  fieldOfOne,
  filterBy,
  havingAny,
  linked,
  setRow,
} from './definition-fields.ts';
import {
  type DeletableKind,
  type OrderedKind,
  create,
  found,
  move,
  remove,
  repetitionOf,
  update,
} from './definitions.ts';
import { countBugs, listBugs, listProgress } from './version-bugs.ts';

const { versionRefusals: refusals } = contract;

const versions: DeletableKind<Version, 'versions'> & OrderedKind<Version, 'versions'> = {
  table: 'versions',
  noun: 'version',
  live: 'version',
  most: maxVersions.inAll,
  refusals,
  list: listVersions,
  columns: ({ description, state, date }) => ({ description, state, day: date }),
  place: sql<number>`(select coalesce(min(position), 1) - 1 from versions)`,
  async detach(tx, id) {
    const [foundIn, fixedIn] = await Promise.all(
      (['bug_found_in', 'bug_fixed_in'] as const).map((table) =>
        tx.selectFrom(table).select('bug_id').where('version_id', '=', id).limit(1).executeTakeFirst(),
      ),
    );
    if (foundIn !== undefined || fixedIn !== undefined) throw new AppError('in_use', refusals.inUse());
  },
};

export const versionRoutes = [
  route(contract.listVersions, async ({ db }) => listVersions(db), { cached: true }),
  route(contract.listVersionProgress, async ({ longReads }) => listProgress(longReads), { cached: true }),
  route(
    contract.getVersion,
    async ({ longReads: db, params: { id } }) => {
      const version = found(versions, await listVersions(db), id);
      return { ...version, bugs: await countBugs(db, id) };
    },
    { cached: true },
  ),
  route(
    contract.listVersionBugs,
    async ({ longReads: db, params: { id }, query: { list, after, limit = contract.versionPage.shown } }) => {
      found(versions, await listVersions(db), id);
      return listBugs(db, { id, list, after, limit });
    },
    { cached: true },
  ),
  route(
    contract.createVersion,
    async (call) => {
      const { name, state, date = null, description = '' } = call.body;
      return call.write((tx) => create(tx, call, versions, { name, state, date, description }));
    },
    repetitionOf(versions),
  ),
  route(contract.updateVersion, async (call) =>
    call.write((tx) => update(tx, call, versions, call.params.id, (before) => edited(before, call.body))),
  ),
  route(contract.moveVersion, async (call) =>
    call.write((tx) => move(tx, call, versions, call.params.id, call.body.before)),
  ),
  route(contract.deleteVersion, async (call) =>
    call.write((tx) => remove(tx, call, versions, call.params.id)),
  ),
];

/** All versions in their order. */
async function listVersions(db: Db): Promise<Version[]> {
  const rows = await db
    .selectFrom('versions')
    .select(['id', 'name', 'description', 'state', 'day'])
    .where('name_key', 'is not', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(({ id, day, ...row }, position) => ({ _id: id, ...row, date: day, position }));
}

/** The part of a field of versions that does not depend on how many it holds. */
const fieldBy = (link: Link) => ({
  select: (db: Db) =>
    linked(db, link, 'versions', {
      columns: { _id: 'versions.id', name: 'versions.name' },
      order: 'versions.position',
    }),
  querying: { named: listVersions, having: () => havingAny(link) },
});

const foundInLink: Link = { table: 'bug_found_in', key: 'version_id' };
const fixedInLink: Link = { table: 'bug_fixed_in', key: 'version_id' };

/** The versions in which bugs were found. */
export const foundInOfBugs: StoredField<'foundIn'> = {
  name: 'foundIn',
  ...fieldBy(foundInLink),
  ...fieldOfMany(foundInLink, candidates, () => fieldError('foundIn', refusals.notUsable())),
  filters: { foundIn: filterBy(foundInLink) },
};

/** The version in which a bug is fixed, or is to be fixed. */
export const fixedInOfBugs: StoredField<'fixedIn'> = {
  name: 'fixedIn',
  ...fieldBy(fixedInLink),
  ...fieldOfOne(candidates, () => fieldError('fixedIn', refusals.notUsable())),
  store(tx, bugId, { input, before = null }) {
    if (input === before) return;
    const row = input === null ? null : { version_id: input, number: numberOf(bugId) };
    beforeCommit(tx, setRow(tx, 'bug_fixed_in', bugId, row));
  },
  filters: { fixedIn: filterBy(fixedInLink) },
};

/** These versions, deleted ones included, in their order. */
async function candidates(
  db: Db,
  ids: readonly string[],
  isLocked: boolean,
): Promise<Candidate<VersionRef>[]> {
  const { isAmong, transactionsOverlap } = engineOf(db);
  const rows = await db
    .selectFrom('versions')
    .select(['id', 'name', 'name_key', 'state', 'position'])
    .where(isAmong('id', JSON.stringify(ids), 'uuid'))
    .orderBy('id')
    .$if(isLocked && transactionsOverlap, (query) => query.forShare())
    .execute();
  return rows
    .toSorted((one, other) => one.position - other.position)
    .map(({ id, name, name_key: key, state }) => ({
      ref: { _id: id, name },
      isUsable: key !== null && state !== 'archived',
    }));
}
