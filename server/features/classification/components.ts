import { sql } from 'kysely';
import type { UserRef } from '#contract/accounts/users.ts';
import { type ComponentRef, maxComponents } from '#contract/classification/component-field.ts';
import * as contract from '#contract/classification/components.ts';
import type { Component } from '#contract/classification/components.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { beforeCommit } from '#server/engine/transaction.ts';
import type { StoredField } from '#server/extensions/bug-field.ts';
import { columnFilter } from '#server/finding/field.ts';
import { AppError, fieldError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { edited } from '#server/named.ts';
import { personToAssign } from '#server/people.ts';
import { type Candidate, fieldOfOne } from './definition-fields.ts';
import { type DeletableKind, create, nameChange, remove, repetitionOf, update } from './definitions.ts';

const { componentRefusals: refusals } = contract;

const components: DeletableKind<Component, 'components'> = {
  table: 'components',
  noun: 'component',
  live: 'component',
  most: maxComponents.inAll,
  refusals,
  list: listComponents,
  columns: ({ description, owner, template, archived }, now) => ({
    description,
    owner_id: owner?._id ?? null,
    template,
    archived_at: archived ? now : null,
  }),
  changeText(before, after) {
    const names = nameChange(before, after);
    if (after.owner?._id === before.owner?._id) return names;
    return `${names} (${before.owner?.name ?? '–'} → ${after.owner?.name ?? '–'})`;
  },
  async detach(tx, id) {
    const query = tx.selectFrom('bugs').select('id').where('component_id', '=', id).limit(1);
    if (await query.executeTakeFirst()) throw new AppError('in_use', refusals.inUse());
  },
};

export const componentRoutes = [
  route(contract.listComponents, async ({ db }) => listComponents(db), { cached: true }),
  route(
    contract.createComponent,
    async (call) => {
      const { name, description = '', owner: ownerId = null, template = '' } = call.body;
      return call.write(async (tx) => {
        const owner = await ownerOf(tx, ownerId, null);
        return create(tx, call, components, { name, description, owner, template, archived: false });
      });
    },
    repetitionOf(components),
  ),
  route(contract.updateComponent, async (call) => {
    const { owner, ...edit } = call.body;
    return call.write((tx) =>
      update(tx, call, components, call.params.id, async (before) =>
        edited(before, {
          ...edit,
          ...(owner !== undefined && { owner: await ownerOf(tx, owner, before.owner) }),
        }),
      ),
    );
  }),
  route(contract.deleteComponent, async (call) =>
    call.write((tx) => remove(tx, call, components, call.params.id)),
  ),
];

/** All components, by name. */
export async function listComponents(db: Db): Promise<Component[]> {
  const rows = await db
    .selectFrom('components')
    .leftJoin('users as owner', 'owner.id', 'components.owner_id')
    .select(['components.id', 'components.name', 'components.description', 'components.owner_id'])
    .select(['owner.name as owner_name', 'components.template', 'components.archived_at'])
    .where('components.name_key', 'is not', null)
    .orderBy('components.name_key')
    .execute();
  return rows.map(({ id, name, description, owner_id: ownerId, owner_name: owner, ...row }) => ({
    _id: id,
    name,
    description,
    owner: ownerId === null ? null : { _id: ownerId, name: owner ?? '' },
    template: row.template,
    archived: row.archived_at !== null,
  }));
}

/** The owner to store. The owner `before` can stay, even if suspended. @throws AppError 400 */
async function ownerOf(tx: Tx, id: string | null, before: UserRef | null): Promise<UserRef | null> {
  if (id === null || id === before?._id) return id === null ? null : before;
  const owner = await personToAssign(tx, id);
  if (!owner) throw fieldError('owner', refusals.unknownOwner());
  if (owner.isSuspended) throw fieldError('owner', refusals.suspendedOwner({ name: owner.name }));
  return { _id: owner._id, name: owner.name };
}

/** The component of bugs. */
export const componentOfBug: StoredField<'component'> = {
  name: 'component',
  select(db) {
    const { jsonArrayOf } = engineOf(db);
    const refs = jsonArrayOf({ _id: 'components.id', name: 'components.name' }, 'components.id');
    return sql<string>`(select ${refs} from components where components.id = bugs.component_id)`;
  },
  ...fieldOfOne(candidates, () => fieldError('component', refusals.notUsable())),
  store: (tx, bugId, { input }) => beforeCommit(tx, setComponent(tx, bugId, input)),
  filters: { component: columnFilter('component_id', 'uuid') },
  querying: { named: listComponents },
};

async function setComponent(tx: Tx, bugId: string, id: string | null): Promise<void> {
  await tx.updateTable('bugs').set({ component_id: id }).where('id', '=', bugId).execute();
}

/** The components with these ids. An owner whose account is suspended does not become the assignee. */
async function candidates(
  db: Db,
  ids: readonly string[],
  isLocked: boolean,
): Promise<Candidate<ComponentRef>[]> {
  const { isAmong, transactionsOverlap } = engineOf(db);
  const rows = await db
    .selectFrom('components')
    .leftJoin('users as taker', (join) =>
      join.onRef('taker.id', '=', 'components.owner_id').on('taker.suspended_at', 'is', null),
    )
    .select(['components.id', 'components.name', 'components.name_key', 'components.archived_at'])
    .select(['taker.id as taker_id', 'taker.name as taker_name'])
    .where(isAmong('components.id', JSON.stringify(ids), 'uuid'))
    .$if(isLocked && transactionsOverlap, (query) => query.forShare('components'))
    .execute();
  return rows.map(({ id, name, taker_id: takerId, taker_name: taker, ...row }) => ({
    ref: { _id: id, name },
    isUsable: row.name_key !== null && row.archived_at === null,
    assignee: takerId === null ? undefined : { _id: takerId, name: taker ?? '' },
  }));
}
