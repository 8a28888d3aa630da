import type { z } from 'zod';
import * as contract from '#contract/classification/labels.ts';
import { maxLabels } from '#contract/classification/label-field.ts';
import type { Label } from '#contract/classification/labels.ts';
import type { Tx } from '#server/db/schema.ts';
import { fieldError, notFound } from '#server/http/errors.ts';
import type { Call } from '#server/http/request-context.ts';
import { demand } from '#server/http/session/session.ts';
import { countNamed, definitionChanges, edited, nameChange, withFreeName } from '#server/named.ts';
import * as queries from './queries.ts';

const announce = definitionChanges('label');

type Managing = Pick<Call<typeof contract.updateLabel>, 'emit' | 'now'>;

/** @throws AppError 403, or 400 for a taken name and if there are too many labels */
export async function createLabel(
  tx: Tx,
  { caller, settings, emit, body }: Call<typeof contract.createLabel>,
): Promise<Label> {
  demand(caller, contract.labelPermissions.create, { creators: settings.labels });
  if ((await countNamed(tx, 'labels')) >= maxLabels.inAll)
    throw fieldError('name', contract.labelRefusals.tooMany({ max: maxLabels.inAll }));
  const { name, color, description = '' } = body;
  const label = await withFreeName(tx, contract.labelRefusals.nameTaken(), () =>
    queries.insertLabel(tx, { name, color, description }),
  );
  announce(tx, emit, label._id, 'label created', label.name);
  return label;
}

/** @throws AppError 404, or 400 for a taken name */
export async function updateLabel(
  tx: Tx,
  { emit, now }: Managing,
  id: string,
  edit: z.output<NonNullable<typeof contract.updateLabel.body>>,
): Promise<Label> {
  const before = await findLabel(tx, id);
  const label = edited(before, edit);
  await withFreeName(tx, contract.labelRefusals.nameTaken(), () =>
    queries.updateLabel(tx, label, label.archived ? now().toISOString() : null),
  );
  announce(tx, emit, label._id, 'label changed', nameChange(before, label));
  return label;
}

/**
 * Deletes a label; its bugs get the label `into` instead, if that is given.
 * @throws AppError 404, or 400 for an invalid label `into`
 */
export async function deleteLabel(
  tx: Tx,
  { emit }: Managing,
  id: string,
  into: string | undefined,
): Promise<void> {
  const labels = await queries.lockLabels(tx, into === undefined ? [id] : [id, into]);
  const label = labels.find(({ _id }) => _id === id);
  if (!label) throw notFound(contract.deleteLabel);
  const target = labels.find(({ _id }) => _id === into && into !== id);
  if (into !== undefined && !target) throw fieldError('into', contract.labelRefusals.notInto());
  if (target) await queries.mergeLabel(tx, id, target._id);
  await queries.deleteLabel(tx, id);
  if (target) announce(tx, emit, target._id, 'label merged', `${label.name} → ${target.name}`);
  announce(tx, emit, label._id, 'label deleted', label.name);
}

async function findLabel(tx: Tx, id: string): Promise<Label> {
  const [label] = await queries.lockLabels(tx, [id]);
  if (!label) throw notFound(contract.updateLabel);
  return label;
}
