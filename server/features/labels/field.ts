import type { LabelRef } from '#contract/classification/label-field.ts';
import { labelRefusals } from '#contract/classification/labels.ts';
import type { StoredField } from '#server/extensions/bug-field.ts';
import { beforeCommit } from '#server/db/transaction.ts';
import { fieldError } from '#server/http/errors.ts';
import * as queries from './queries.ts';

/** The labels of bugs. */
export const labelsOfBugs: StoredField<'labels'> = {
  name: 'labels',
  inMail: { en: { label: 'Labels' }, de: { label: 'Labels' } },
  select: queries.labelsOfBug,
  read: (json) => JSON.parse(json) as LabelRef[],
  none: [],
  async lookUp(tx, ids) {
    const labels = await queries.candidates(tx, ids);
    return {
      decide(before = []) {
        const isAdded = (id: string) => !before.includes(id);
        // A form may have been open while one of its labels was merged into another one.
        const meant = ids.map((id) => (isAdded(id) ? (labels.get(id)?.mergedInto ?? id) : id));
        if (meant.some((id) => isAdded(id) && labels.get(id)?.isUsable !== true))
          throw fieldError('labels', labelRefusals.notUsable());
        return [...new Set(meant)].toSorted();
      },
      valueOf: (input) => queries.refsOf(labels, input),
    };
  },
  store(tx, bugId, { input: ids, before = [] }) {
    const removed = before.filter((id) => !ids.includes(id));
    const added = ids.filter((id) => !before.includes(id));
    if (removed.length > 0) beforeCommit(tx, queries.removeLabels(tx, bugId, removed));
    if (added.length > 0) beforeCommit(tx, queries.addLabels(tx, bugId, added));
  },
  filters: {
    label: {
      conditionOf: (given) =>
        given === 'none'
          ? { kind: 'none', value: '', isUnindexed: true }
          : { kind: 'any', value: JSON.stringify(String(given).split(',')), isSelective: true },
      where: (db, kind, ids) => (kind === 'none' ? queries.hasNoLabel : queries.hasLabel(db, ids)),
      ids: (db, kind, ids) => (kind === 'none' ? undefined : queries.bugsWithLabel(db, ids)),
    },
  },
  querying: { named: queries.listLabels, having: () => queries.bugsWithLabels },
  async present(db, inputs) {
    const labels = await queries.labelsWithIds(db, [...new Set(inputs.flat())]);
    return inputs.map((ids) => labels.filter(({ _id }) => ids.includes(_id)));
  },
};
