import { type RawBuilder, sql } from 'kysely';
import { resolutionField, resolutionMessages, resolutions } from '#contract/bugs/resolution.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db } from '#server/engine/schema.ts';
import { beforeCommit } from '#server/engine/transaction.ts';
import type { StoredField } from '#server/extensions/bug-field.ts';
import type { Condition } from '#server/finding/field.ts';
import { fieldError } from '#server/http/errors.ts';
import { hasNone, setRow } from './definition-fields.ts';

/** The resolution of bugs. The contract has the rule that only resolved bugs have one. */
export const resolutionOfBugs: StoredField<'resolution'> = {
  name: 'resolution',
  // The position of the resolution as text.
  select: () => sql<string>`coalesce((select cast(resolution as text) from bug_resolutions
    where bug_resolutions.bug_id = bugs.id), 'none')`,
  read: (place) => resolutions[Number(place)] ?? null,
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
    if (input === before) return;
    const row = input === null ? null : { resolution: resolutions.indexOf(input) };
    beforeCommit(tx, setRow(tx, 'bug_resolutions', bugId, row));
  },
  filters: {
    resolution: {
      conditionOf: (given) => conditionOf(String(given).split(',')),
      where(db, kind, places) {
        const none = hasNone('bug_resolutions');
        if (kind === 'none') return none;
        const one = hasOneOf(db, places);
        return kind === 'any' ? one : sql<boolean>`(${none} or ${one})`;
      },
    },
  },
};

function conditionOf(wanted: readonly string[]): Condition {
  const places = resolutions.flatMap((name, place) => (wanted.includes(name) ? place : []));
  if (places.length === 0) return { kind: 'none', value: '' };
  return { kind: wanted.includes('none') ? 'either' : 'any', value: JSON.stringify(places) };
}

/** Whether the row `bugs` has one of these resolutions, given as a JSON array of their positions. */
function hasOneOf(db: Db, places: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from bug_resolutions where bug_resolutions.bug_id = bugs.id
    and ${engineOf(db).isAmong('bug_resolutions.resolution', places, 'integer')})`;
}
