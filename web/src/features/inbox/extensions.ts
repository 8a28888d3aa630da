import type { Extensions } from '#web/lib/extensions.ts';
import { ReadMark } from './ReadMark.tsx';
import { doneKey, inboxLive } from './data.ts';
import { notificationState } from '#web/features/inbox/notifications/preference.ts';
import { extensionTexts } from './texts.ts';

export const inboxExtensions: Extensions = {
  shortcuts: [
    // The destination of the bell, if the back end has an inbox.
    { keys: 'g i', label: extensionTexts.go },
    { keys: 'e', name: doneKey, label: extensionTexts.done, where: extensionTexts.onEntry },
    { keys: 'h', label: extensionTexts.snooze, where: extensionTexts.onEntry },
    { keys: 'u', label: extensionTexts.unread, where: extensionTexts.onEntry },
    { keys: 'Shift+u', label: extensionTexts.readAll, where: extensionTexts.inInbox },
    { keys: 'w', label: extensionTexts.watch, where: extensionTexts.onOpenBug },
  ],
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
  live: inboxLive,
};
