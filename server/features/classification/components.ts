import type { z } from 'zod';
import { maxComponents } from '#contract/classification/component-field.ts';
import * as contract from '#contract/classification/components.ts';
import type { Component } from '#contract/classification/components.ts';
import type { UserRef } from '#contract/accounts/users.ts';
import type { Tx } from '#server/db/schema.ts';
import { AppError, fieldError, notFound } from '#server/http/errors.ts';
import type { Call } from '#server/http/request-context.ts';
import { countNamed, definitionChanges, edited, hideNamed, nameChange, withFreeName } from '#server/named.ts';
import { personWithId } from '#server/people.ts';
import * as queries from './component-queries.ts';

const announce = definitionChanges('component');

type Managing = Pick<Call<typeof contract.updateComponent>, 'emit' | 'now'>;

/** @throws AppError 400 for a taken name, an unknown owner, and if there are too many components */
export async function createComponent(
  tx: Tx,
  { emit }: Managing,
  { name, description = '', owner = null, template = '' }: z.output<typeof contract.createComponentBody>,
): Promise<Component> {
  if ((await countNamed(tx, 'components')) >= maxComponents.inAll)
    throw fieldError('name', contract.componentRefusals.tooMany({ max: maxComponents.inAll }));
  const fields = { name, description, owner: await ownerOf(tx, owner), template };
  const component = await withFreeName(tx, contract.componentRefusals.nameTaken(), () =>
    queries.insertComponent(tx, fields),
  );
  announce(tx, emit, component._id, 'component created', component.name);
  return component;
}

/** @throws AppError 404, or 400 for a taken name and an unknown owner */
export async function updateComponent(
  tx: Tx,
  { emit, now }: Managing,
  id: string,
  { owner, ...edit }: z.output<NonNullable<typeof contract.updateComponent.body>>,
): Promise<Component> {
  const before = await findComponent(tx, id);
  const component = edited(before, {
    ...edit,
    owner: owner === undefined ? before.owner : await ownerOf(tx, owner),
  });
  const archivedAt = component.archived ? now().toISOString() : null;
  await withFreeName(tx, contract.componentRefusals.nameTaken(), () =>
    queries.updateComponent(tx, component, archivedAt),
  );
  announce(tx, emit, component._id, 'component changed', changeText(before, component));
  return component;
}

/** @throws AppError 404, or 409 if a bug has it */
export async function deleteComponent(tx: Tx, { emit }: Managing, id: string): Promise<void> {
  // The lock waits for bugs that are being filed with it.
  const component = await findComponent(tx, id);
  if (await queries.isInUse(tx, id)) throw new AppError('in_use', contract.componentRefusals.inUse());
  await hideNamed(tx, 'components', id);
  announce(tx, emit, component._id, 'component deleted', component.name);
}

async function findComponent(tx: Tx, id: string): Promise<Component> {
  const component = await queries.lockComponent(tx, id);
  if (!component) throw notFound(contract.updateComponent);
  return component;
}

async function ownerOf(tx: Tx, id: string | null): Promise<UserRef | null> {
  if (id === null) return null;
  const owner = await personWithId(tx, id);
  if (!owner) throw fieldError('owner', contract.componentRefusals.unknownOwner());
  return owner;
}

/** The text of a change in the audit trail: the names, and the owners where these differ. */
function changeText(before: Component, after: Component): string {
  const names = nameChange(before, after);
  if (after.owner?._id === before.owner?._id) return names;
  return `${names} (${before.owner?.name ?? '–'} → ${after.owner?.name ?? '–'})`;
}
