import { sql } from 'kysely';
import { type LabelRef, maxLabels } from '#contract/classification/label-field.ts';
import * as contract from '#contract/classification/labels.ts';
import type { Label } from '#contract/classification/labels.ts';
import { nameKey } from '#contract/bugs/search.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import type { StoredField } from '#server/extensions/bug-field.ts';
import { fieldError } from '#server/http/errors.ts';
import type { Call } from '#server/http/request-context.ts';
import { route } from '#server/http/route.ts';
import { demand } from '#server/http/session/session.ts';
import { edited } from '#server/named.ts';
import { type Candidate, type Link, fieldOfMany, filterBy, havingAny, linked } from './definition-fields.ts';
import {
  type DeletableKind,
  announce,
  create,
  found,
  hold,
  remove,
  repetitionOf,
  update,
} from './definitions.ts';

const labels: DeletableKind<Label, 'labels'> = {
  table: 'labels',
  noun: 'label',
  live: 'label',
  most: maxLabels.inAll,
  refusals: contract.labelRefusals,
  list: listLabels,
  columns: ({ color, description, archived }, now) => ({
    color,
    description,
    archived_at: archived ? now : null,
  }),
  async detach(tx, id) {
    await tx.deleteFrom('bug_labels').where('label_id', '=', id).execute();
  },
};

export const labelRoutes = [
  route(contract.listLabels, async ({ db }) => labelsWithFormerIds(db), { cached: true }),
  route(contract.getLabelSettings, async ({ app, settings }) => {
    // After a live change from another instance, pages ask before this instance has read the new settings.
    await app.refreshSettings();
    return { creators: settings.labels };
  }),
  route(
    contract.createLabel,
    async (call) => {
      demand(call.caller, contract.labelPermissions.create, { creators: call.settings.labels });
      const { name, color, description = '' } = call.body;
      return call.write((tx) => create(tx, call, labels, { name, color, description, archived: false }));
    },
    repetitionOf(labels),
  ),
  route(contract.updateLabel, async (call) =>
    call.write((tx) => update(tx, call, labels, call.params.id, (before) => edited(before, call.body))),
  ),
  route(contract.deleteLabel, async (call) => call.write((tx) => deleteLabel(tx, call))),
];

/** All labels, by name. */
async function listLabels(db: Db): Promise<Label[]> {
  const rows = await db
    .selectFrom('labels')
    .select(['id', 'name', 'color', 'description', 'archived_at'])
    .where('name_key', 'is not', null)
    .orderBy('name_key')
    .execute();
  return rows.map(({ id, archived_at: at, ...row }) => ({ _id: id, ...row, archived: at !== null }));
}

/**
 * Deletes a label; its bugs get the label `into` instead, if that is given.
 * @throws AppError 404, or 400 for an invalid label `into`
 */
async function deleteLabel(tx: Tx, call: Call<typeof contract.deleteLabel>): Promise<void> {
  const { emit, params, query } = call;
  if (query.into !== undefined) {
    const all = await hold(tx, labels);
    const label = found(labels, all, params.id);
    const target = all.find(({ _id }) => _id === query.into && _id !== label._id);
    if (!target) throw fieldError('into', contract.labelRefusals.notInto());
    await mergeLabel(tx, label._id, target._id);
    const details = `${label.name} → ${target.name}`;
    announce(tx, emit, { kind: 'label', id: target._id }, { action: 'label merged', details });
  }
  await remove(tx, call, labels, params.id);
}

/** Replaces a label of bugs by another one, and stores which one, for requests that still name the merged label. */
async function mergeLabel(tx: Tx, from: string, into: string): Promise<void> {
  await tx
    .updateTable('labels')
    .set({ merged_into: into })
    .where((eb) => eb.or([eb('id', '=', from), eb('merged_into', '=', from)]))
    .execute();
  await tx
    .updateTable('bug_labels')
    .set({ label_id: into })
    .where('label_id', '=', from)
    .where('bug_id', 'not in', (eb) =>
      eb.selectFrom('bug_labels').select('bug_id').where('label_id', '=', into),
    )
    .execute();
}

/** The labels that were merged into others. */
async function mergedLabels(db: Db) {
  return db
    .selectFrom('labels')
    .select(['id as _id', 'name', sql<string>`merged_into`.as('into')])
    .where('merged_into', 'is not', null)
    .orderBy('id', 'desc')
    .execute();
}

/** All labels, by name, with the ids of those that were merged into them. */
async function labelsWithFormerIds(db: Db): Promise<Label[]> {
  const [all, merged] = await Promise.all([listLabels(db), mergedLabels(db)]);
  const former = Map.groupBy(merged, ({ into }) => into);
  return all.map((label) => {
    const ids = former.get(label._id)?.map(({ _id }) => _id);
    return ids ? { ...label, formerIds: ids } : label;
  });
}

/** The ids of a filter, with merged labels replaced by those that took their bugs. */
async function resolveMerged(db: Db, given: string): Promise<string> {
  const ids = given.split(',');
  const merged = await db
    .selectFrom('labels')
    .select(['id', 'merged_into as into'])
    .where('id', 'in', ids)
    .where('merged_into', 'is not', null)
    .execute();
  const into = new Map(merged.map((label) => [label.id, label.into]));
  return ids.map((id) => into.get(id) ?? id).join(',');
}

const link: Link = { table: 'bug_labels', key: 'label_id' };

/** The labels of bugs. */
export const labelsOfBugs: StoredField<'labels'> = {
  name: 'labels',
  select: (db) =>
    linked(db, link, 'labels', {
      columns: { _id: 'labels.id', name: 'labels.name', color: 'labels.color' },
      order: 'labels.name_key',
    }),
  ...fieldOfMany(link, candidates, () => fieldError('labels', contract.labelRefusals.notUsable())),
  filters: { label: { ...filterBy(link), resolveMerged } },
  querying: { named: listLabels, merged: mergedLabels, having: () => havingAny(link) },
};

/** These labels and the ones that they were merged into, deleted ones included, by name. */
async function candidates(db: Db, ids: readonly string[], isLocked: boolean): Promise<Candidate<LabelRef>[]> {
  const { isAmong, transactionsOverlap } = engineOf(db);
  const json = JSON.stringify(ids);
  const rows = await db
    .selectFrom('labels')
    .select(['id', 'name', 'color', 'name_key', 'archived_at', 'merged_into'])
    .where(({ or, eb, selectFrom }) =>
      or([
        isAmong('id', json, 'uuid'),
        eb(
          'id',
          'in',
          selectFrom('labels as merged')
            .select('merged.merged_into')
            .where(isAmong('merged.id', json, 'uuid')),
        ),
      ]),
    )
    .orderBy('id')
    .$if(isLocked && transactionsOverlap, (query) => query.forShare())
    .execute();
  return rows
    .map(({ id, name, color, ...row }) => ({
      ref: { _id: id, name, color },
      // By the bytes of UTF-8, as in the database.
      key: Buffer.from(nameKey(name)),
      mergedInto: row.merged_into,
      isUsable: row.name_key !== null && row.archived_at === null,
    }))
    .toSorted((one, other) => Buffer.compare(one.key, other.key));
}
