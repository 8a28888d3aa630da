import type { Extensions } from '#web/lib/extensions.ts';
import { BlockedBadge } from './BlockedBadge.tsx';
import { BugBanner } from './BugBanner.tsx';
import { relationsChanged } from './live.ts';
import { OpenChildren } from './OpenChildren.tsx';
import { RelationDeed } from './RelationDeed.tsx';
import { texts } from './texts.ts';

/** How bugs are related, and which are duplicates. */
export const relationsExtensions: Extensions = {
  bugSections: [
    {
      title: texts.relations,
      load: async () => (await import('./RelationsPanel.tsx')).RelationsPanel,
      isBare: true,
    },
  ],
  bugActions: [
    {
      name: 'add relation',
      label: texts.addRelation,
      isOffered: (bug, { mayWork }) => mayWork(bug),
      load: async () => (await import('./AddRelation.tsx')).AddRelation,
    },
    {
      name: 'mark as duplicate',
      label: texts.markAsDuplicate,
      isOffered: (bug, { mayWork }) => mayWork(bug),
      load: async () => (await import('./MarkDuplicate.tsx')).MarkDuplicate,
    },
  ],
  bugBanners: [{ name: 'duplicate', Banner: BugBanner }],
  rowBadges: [{ name: 'blocked', isShown: ({ blockedBy = 0 }) => blockedBy > 0, Badge: BlockedBadge }],
  resolveQuestions: [
    {
      name: 'open children',
      isAsked: ({ openChildren = 0 }) => openChildren > 0,
      Question: OpenChildren,
    },
  ],
  timelineDeeds: { relation: RelationDeed },
  live: { relations: relationsChanged, bug: relationsChanged },
};
