import type { Extensions } from '#web/lib/extensions.ts';
import { extensionTexts } from './extension-texts.ts';
import { doneKey } from '#web/features/inbox/page/keys.ts';
import { inboxLive } from './live.ts';
import { notificationState } from './notifications/preference.ts';
import { ReadMark } from './ReadMark.tsx';

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
      load: async () => (await import('#web/features/inbox/watching/Watching.tsx')).Watching,
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
