import type { ComponentRef } from '#contract/classification/component-field.ts';
import { componentRefusals } from '#contract/classification/components.ts';
import type { Condition, StoredField } from '#server/extensions/bug-field.ts';
import { engineOf } from '#server/db/dialect.ts';
import { beforeCommit } from '#server/db/transaction.ts';
import { sql } from 'kysely';
import { fieldError } from '#server/http/errors.ts';
import * as queries from './queries.ts';

/** The component of bugs. */
export const componentOfBug: StoredField<'component'> = {
  name: 'component',
  inMail: { en: { label: 'Component' }, de: { label: 'Komponente' } },
  select: queries.componentOfBug,
  read: (json) => (JSON.parse(json) as ComponentRef[])[0] ?? null,
  none: null,
  async lookUp(tx, id) {
    const found = id === null ? undefined : await queries.candidate(tx, id);
    return {
      decide() {
        if (id !== null && found?.isUsable !== true)
          throw fieldError('component', componentRefusals.notUsable());
        return id;
      },
      valueOf: () => found?.ref ?? null,
      assignee: found?.taker,
    };
  },
  store(tx, bugId, { input }) {
    beforeCommit(tx, queries.setComponent(tx, { id: bugId, component_id: input }));
  },
  filters: {
    component: {
      conditionOf(given) {
        const ids = [...new Set(String(given).split(','))];
        const oneOf: Condition[] = ids.map((value) => ({ kind: 'is', value, isSelective: true }));
        const [only] = oneOf;
        if (given === 'none') return { kind: 'none', value: '' };
        if (oneOf.length === 1 && only) return only;
        return { kind: 'any', value: JSON.stringify(ids), isSelective: true, oneOf };
      },
      where(db, kind, value) {
        if (kind === 'none') return sql<boolean>`bugs.component_id is null`;
        return kind === 'any'
          ? engineOf(db).isAmong('bugs.component_id', value, 'uuid')
          : sql<boolean>`bugs.component_id = ${value}`;
      },
      isByNumber: true,
    },
  },
  querying: { named: queries.listComponents },
  async present(db, ids) {
    const refs = await queries.refsOf(
      db,
      ids.filter((id) => id !== null),
    );
    return ids.map((id) => (id === null ? null : (refs.get(id) ?? null)));
  },
};
