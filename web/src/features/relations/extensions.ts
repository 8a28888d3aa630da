import { duplicateAction, type Extensions } from '#web/lib/extensions.ts';
import { bugPagePart } from '#web/lib/bugs/bug-page.ts';
import { BlockedBadge, BugBanner, RelationChange } from './additions.tsx';
import { relationsChanged, relationsQuery } from './data.ts';
import { OpenChildren } from './RelatedBugs.tsx';
import { texts } from './texts.ts';

/** Relations between bugs, and duplicates. */
export const relationsExtensions: Extensions = {
  shortcuts: [
    { keys: 'Shift+r', label: texts.addRelation, where: texts.onOpenBug, group: 'bug' },
    { keys: 'd', name: duplicateAction, label: texts.markAsDuplicate, where: texts.onOpenBug, group: 'bug' },
  ],
  bugPage: [bugPagePart(relationsQuery)],
  bugSections: [
    {
      title: texts.relations,
      load: async () => (await import('./RelationsPanel.tsx')).RelationsPanel,
      hasOwnHeading: true,
    },
  ],
  bugActions: [
    {
      name: 'add relation',
      label: texts.addRelation,
      shortcut: 'Shift+r',
      many: {
        label: texts.addRelation,
        load: async () => (await import('./dialogs.tsx')).RelateMany,
      },
      isOffered: (bug, { mayWork }) => mayWork(bug),
      whyNot: (bug, { whyNotWork }) => whyNotWork(bug),
      load: async () => (await import('./dialogs.tsx')).AddRelation,
    },
    {
      name: duplicateAction,
      label: texts.markAsDuplicate,
      shortcut: duplicateAction,
      many: {
        label: texts.markAsDuplicates,
        load: async () => (await import('./dialogs.tsx')).MarkManyDuplicates,
      },
      isOffered: (bug, { mayWork }) => mayWork(bug),
      whyNot: (bug, { whyNotWork }) => whyNotWork(bug),
      load: async () => (await import('./dialogs.tsx')).MarkDuplicate,
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
  timelinePredicates: { relation: RelationChange },
  live: { relations: relationsChanged, bug: relationsChanged },
};
