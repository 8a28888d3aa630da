import type { LabelRef } from '#contract/label-field.ts';
import { labelRefusals } from '#contract/labels.ts';
import type { StoredField } from '#server/bug-field.ts';
import { fieldError } from '#server/http/errors.ts';
import * as queries from './queries.ts';

/** The labels of bugs. */
export const labelsOfBugs: StoredField<'labels'> = {
  name: 'labels',
  select: queries.labelsOfBug,
  read: (json) => JSON.parse(json) as LabelRef[],
  /** A form may have been open while a label was merged into another one. */
  async resolve(tx, ids, before = []) {
    const added = ids.filter((id) => !before.includes(id));
    if (added.length === 0) return ids;
    const targets = await queries.mergedLabels(tx, added);
    return [...new Set(ids.map((id) => targets.get(id) ?? id))].toSorted();
  },
  async check(tx, ids, before = []) {
    const added = ids.filter((id) => !before.includes(id));
    if (added.length > 0 && (await queries.countUsable(tx, added)) < added.length)
      throw fieldError('labels', labelRefusals.notUsable());
  },
  async store(tx, bugId, ids, before = []) {
    const removed = before.filter((id) => !ids.includes(id));
    const added = ids.filter((id) => !before.includes(id));
    if (removed.length > 0) await queries.removeLabels(tx, bugId, removed);
    if (added.length > 0) await queries.addLabels(tx, bugId, added);
  },
  filters: {
    label: {
      conditionOf: (given) =>
        given === 'none'
          ? { kind: 'none', value: '' }
          : { kind: 'any', value: JSON.stringify(String(given).split(',')), isSelective: true },
      where: (db, kind, ids) => (kind === 'none' ? queries.hasNoLabel : queries.hasLabel(db, ids)),
    },
  },
  async present(db, inputs) {
    const labels = await queries.labelsWithIds(db, [...new Set(inputs.flat())]);
    return inputs.map((ids) => labels.filter(({ _id }) => ids.includes(_id)));
  },
};
