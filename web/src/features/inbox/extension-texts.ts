import { inLanguage } from '#web/language/language.ts';

export const extensionTexts = inLanguage({
  en: {
    onEntry: 'on an entry of the inbox',
    inInbox: 'in the inbox',
    onOpenBug: 'on the page of a bug',
    go: 'Go to the inbox',
    done: 'In the inbox: mark as done',
    snooze: 'In the inbox: snooze…',
    unread: 'In the inbox: mark as read or unread',
    readAll: 'In the inbox: mark all as read',
    watch: 'Watch this bug, or stop watching it',
    watching: 'Watching',
    notifications: 'Notifications in this browser',
  },
  de: {
    onEntry: 'auf einem Eintrag des Posteingangs',
    inInbox: 'im Posteingang',
    onOpenBug: 'auf der Seite eines Bugs',
    go: 'Zum Posteingang',
    done: 'Im Posteingang: als erledigt markieren',
    snooze: 'Im Posteingang: zurückstellen …',
    unread: 'Im Posteingang: als gelesen oder ungelesen markieren',
    readAll: 'Im Posteingang: alle als gelesen markieren',
    watch: 'Diesen Bug beobachten oder nicht mehr beobachten',
    watching: 'Beobachten',
    notifications: 'Benachrichtigungen in diesem Browser',
  },
});
