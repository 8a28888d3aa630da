import {
  type Resolution,
  resolutionField,
  resolutionMessages,
  resolutions,
} from '#contract/bugs/resolution.ts';
import type { Condition, StoredField, Words } from '#server/extensions/bug-field.ts';
import { beforeCommit } from '#server/db/transaction.ts';
import { fieldError } from '#server/http/errors.ts';
import * as queries from './queries.ts';

/** The resolution of bugs. That only resolved ones have it is a rule of the contract. */
export const resolutionOfBugs: StoredField<'resolution'> = {
  name: 'resolution',
  inMail: {
    en: {
      label: 'Resolution',
      values: {
        '': 'not given',
        fixed: 'Fixed',
        duplicate: 'Duplicate',
        'cannot-reproduce': 'Cannot reproduce',
        'works-as-intended': 'Works as intended',
        'wont-fix': 'Won’t fix',
      } satisfies Words<Resolution | ''>,
    },
    de: {
      label: 'Ergebnis',
      values: {
        '': 'nicht angegeben',
        fixed: 'Behoben',
        duplicate: 'Duplikat',
        'cannot-reproduce': 'Nicht nachvollziehbar',
        'works-as-intended': 'So beabsichtigt',
        'wont-fix': 'Wird nicht behoben',
      } satisfies Words<Resolution | ''>,
    },
  },
  select: () => queries.resolutionOfBug,
  read: (place) => resolutions[Number(place)] ?? null,
  none: null,
  async lookUp(_tx, input, { byRule }) {
    return {
      decide() {
        if (resolutionField.follows.isSetByRule(input) && !byRule)
          throw fieldError('resolution', resolutionMessages.onlyByMarking());
        return input;
      },
      valueOf: (resolution) => resolution,
    };
  },
  store(tx, bugId, { input, before = null }) {
    if (input !== null) beforeCommit(tx, queries.setResolution(tx, bugId, resolutions.indexOf(input)));
    else if (before !== null) beforeCommit(tx, queries.removeResolution(tx, bugId));
  },
  filters: {
    resolution: {
      conditionOf: (given) => conditionOf(String(given).split(',')),
      where: (db, kind, places) =>
        ({
          none: queries.hasNoResolution,
          any: queries.hasResolution(db, places),
          either: queries.hasResolutionOrNone(db, places),
        })[kind] ?? queries.hasNoResolution,
    },
  },
};

function conditionOf(wanted: readonly string[]): Condition {
  const places = resolutions.flatMap((name, place) => (wanted.includes(name) ? place : []));
  if (places.length === 0) return { kind: 'none', value: '', isUnindexed: true };
  return { kind: wanted.includes('none') ? 'either' : 'any', value: JSON.stringify(places) };
}
