import type { RelationKind } from '#contract/bugs/relations.ts';
import type { Schema } from '#server/engine/schema.ts';

type StoredKind = Schema['bug_relations']['kind'];

/** A relation as it is stored. */
export interface Edge {
  readonly from: string;
  readonly kind: StoredKind;
  readonly to: string;
}

/** The kind of each stored relation, as seen from `from` and from `to`. */
const sides: Record<StoredKind, { readonly from: RelationKind; readonly to: RelationKind }> = {
  blocks: { from: 'blocks', to: 'blocked-by' },
  parent: { from: 'parent-of', to: 'child-of' },
  related: { from: 'related', to: 'related' },
  duplicate: { from: 'duplicate-of', to: 'duplicated-by' },
  causes: { from: 'causes', to: 'caused-by' },
};

/** The kind of a stored relation from the side of one bug. */
export function kindOn(side: 'from' | 'to', stored: StoredKind): RelationKind {
  return sides[stored][side];
}

/** How a relation of a bug to another one is stored. */
export function edgeOf(bug: string, kind: RelationKind, other: string): Edge {
  for (const [stored, { from, to }] of Object.entries(sides) as [StoredKind, (typeof sides)[StoredKind]][]) {
    const isFrom = stored === 'related' ? bug < other : kind === from;
    if (kind === from && isFrom) return { from: bug, kind: stored, to: other };
    if (kind === to) return { from: other, kind: stored, to: bug };
  }
  throw new Error(`No relation is stored for ${kind}`);
}
