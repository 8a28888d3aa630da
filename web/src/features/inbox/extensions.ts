import { countInbox } from '#contract/conversation/inbox.ts';
import { inWorkspace } from '#web/lib/api/query.ts';
import type { Extensions } from '#web/lib/extensions.ts';
import { bugPagePart } from '#web/lib/bugs/bug-page.ts';
import { ReadMark } from './ReadMark.tsx';
import { doneKey, inboxLive, unreadQuery, unreadRowQuery, watchersQuery } from './data.ts';
import { notificationState } from '#web/features/inbox/notifications/preference.ts';
import { extensionTexts } from './texts.ts';

export const inboxExtensions: Extensions = {
  shortcuts: [
    // The destination of the bell, if the back end has an inbox.
    { keys: 'g i', label: extensionTexts.go },
    { keys: 'e', name: doneKey, label: extensionTexts.done, where: extensionTexts.onEntry, group: 'inbox' },
    { keys: 'h', label: extensionTexts.snooze, where: extensionTexts.onEntry, group: 'inbox' },
    { keys: 'u', label: extensionTexts.unread, where: extensionTexts.onEntry, group: 'inbox' },
    { keys: 'Shift+u', label: extensionTexts.readAll, where: extensionTexts.inInbox, group: 'inbox' },
    {
      keys: 'w',
      label: extensionTexts.watch,
      where: extensionTexts.onOpenBug,
      words: extensionTexts.watchWords,
      group: 'bug',
    },
  ],
  bugPage: [bugPagePart(watchersQuery), bugPagePart(unreadRowQuery)],
  bugAsides: [
    {
      title: extensionTexts.watching,
      load: async () => (await import('./Watching.tsx')).Watching,
    },
  ],
  profileSections: [
    {
      title: extensionTexts.notifications,
      isOffered: () => notificationState() !== 'unsupported',
      load: async () => (await import('./notifications/NotificationsSection.tsx')).NotificationsSection,
    },
  ],
  timelineEnds: [{ name: 'inbox', End: ReadMark }],
  workspace: [inWorkspace(countInbox, unreadQuery, ({ unread }) => unread)],
  live: inboxLive,
};
