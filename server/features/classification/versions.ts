import type { z } from 'zod';
import { maxVersions } from '#contract/classification/version-fields.ts';
import type { Version, VersionBug, VersionSummary } from '#contract/classification/versions.ts';
import * as contract from '#contract/classification/versions.ts';
import type { Db, Tx } from '#server/db/schema.ts';
import { AppError, fieldError, notFound } from '#server/http/errors.ts';
import type { Call } from '#server/http/request-context.ts';
import {
  definitionChanges,
  edited,
  hideNamed,
  movedBefore,
  nameChange,
  storeOrder,
  withFreeName,
} from '#server/named.ts';
import * as bugs from './version-bugs.ts';
import * as queries from './version-queries.ts';

const announce = definitionChanges('version');

type Managing = Pick<Call<typeof contract.updateVersion>, 'emit'>;

/** A version with the sizes of its lists. @throws AppError 404 */
export async function getVersion(db: Db, id: string): Promise<VersionSummary> {
  const version = found(await queries.listVersions(db), id);
  return { ...version, bugs: await bugs.countBugs(db, id) };
}

/** A page of a list of bugs of a version. @throws AppError 404 */
export async function listVersionBugs(
  db: Db,
  id: string,
  { list, after, limit = contract.versionPage.shown }: Call<typeof contract.listVersionBugs>['query'],
): Promise<VersionBug[]> {
  found(await queries.listVersions(db), id);
  return bugs.listBugs(db, { id, list, after, limit });
}

/** @throws AppError 400 for a taken name and if there are too many versions */
export async function createVersion(
  tx: Tx,
  { emit, body }: Call<typeof contract.createVersion>,
): Promise<Version> {
  if ((await queries.lockVersions(tx)).length >= maxVersions.inAll)
    throw fieldError('name', contract.versionRefusals.tooMany({ max: maxVersions.inAll }));
  const { name, state, date = null, description = '' } = body;
  const id = await withFreeName(tx, contract.versionRefusals.nameTaken(), () =>
    queries.insertVersion(tx, { name, state, date, description }),
  );
  announce(tx, emit, id, 'version created', name);
  return found(await queries.listVersions(tx), id);
}

/** @throws AppError 404, or 400 for a taken name */
export async function updateVersion(
  tx: Tx,
  { emit }: Managing,
  id: string,
  edit: z.output<NonNullable<typeof contract.updateVersion.body>>,
): Promise<Version> {
  const before = found(await queries.lockVersions(tx), id);
  const version = edited(before, edit);
  await withFreeName(tx, contract.versionRefusals.nameTaken(), () => queries.updateVersion(tx, version));
  announce(tx, emit, id, 'version changed', nameChange(before, version));
  return version;
}

/** Moves a version before another one, or to the end. @throws AppError 404, or 400 if the other version does not exist */
export async function moveVersion(
  tx: Tx,
  { emit }: Managing,
  id: string,
  before: string | null,
): Promise<Version[]> {
  const all = await queries.lockVersions(tx);
  const moved = found(all, id);
  await storeOrder(
    tx,
    'versions',
    movedBefore(all, { id, before, refusal: contract.versionRefusals.notAnother() }),
  );
  announce(tx, emit, id, 'version changed', moved.name);
  return queries.listVersions(tx);
}

/** @throws AppError 404, or 409 if bugs have it */
export async function deleteVersion(tx: Tx, { emit }: Managing, id: string): Promise<void> {
  const version = found(await queries.lockVersions(tx), id);
  if (await queries.isInUse(tx, id)) throw new AppError('in_use', contract.versionRefusals.inUse());
  await hideNamed(tx, 'versions', id);
  announce(tx, emit, id, 'version deleted', version.name);
}

function found(versions: readonly Version[], id: string): Version {
  const version = versions.find(({ _id }) => _id === id);
  if (!version) throw notFound(contract.getVersion);
  return version;
}
