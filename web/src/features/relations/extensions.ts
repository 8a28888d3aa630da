import type { Extensions } from '#web/lib/extensions.ts';
import { RelationDeed } from './RelationDeed.tsx';

/** How bugs are related, and which are duplicates. */
export const relationsExtensions: Extensions = {
  timelineDeeds: { relation: RelationDeed },
};
