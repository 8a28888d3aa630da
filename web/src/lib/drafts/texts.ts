import { counted, inLanguage } from '#web/language/language.ts';

export const texts = inLanguage({
  en: {
    offer: (timeAgo: string) => `You have an unsaved draft from ${timeAgo}.`,
    quoted: (name: string) => `“${name}”`,
    typedUntil: 'Saved in this browser at {time}.',
    restore: 'Restore',
    discard: 'Discard',
    leaveTitle: 'Leave without saving?',
    leaveText: 'What you typed is not saved anywhere else and will be lost.',
    leave: 'Leave',
    left: (count: number) =>
      `${counted(count, { one: 'unsaved draft remains', other: 'unsaved drafts remain' })} in this browser`,
    leftText: 'Drafts can be restored after you sign in. Remove them if other people use this computer.',
    remove: 'Remove',
    removed: 'No unsaved drafts remain in this browser',
    cancelled: 'Cancelled. Your input was discarded.',
    undo: 'Undo',
  },
  de: {
    offer: (timeAgo: string) => `Es gibt einen ungespeicherten Entwurf (${timeAgo}).`,
    quoted: (name: string) => `„${name}“`,
    typedUntil: 'Zuletzt bearbeitet am {time} und in diesem Browser aufgehoben.',
    restore: 'Wiederherstellen',
    discard: 'Verwerfen',
    leaveTitle: 'Ohne Speichern verlassen?',
    leaveText:
      'Die Eingaben stehen nur auf dieser Seite und sind in diesem Browser nicht aufgehoben. Beim Verlassen gehen sie verloren.',
    leave: 'Verlassen',
    left: (count: number) =>
      `${counted(count, { one: 'ungespeicherter Entwurf bleibt', other: 'ungespeicherte Entwürfe bleiben' })} in diesem Browser`,
    leftText:
      'Nach dem Anmelden werden sie wieder angeboten. Wenn andere diesen Computer benutzen, besser entfernen.',
    remove: 'Entfernen',
    removed: 'In diesem Browser sind keine Entwürfe mehr',
    cancelled: 'Abgebrochen. Die Eingaben wurden verworfen.',
    undo: 'Rückgängig machen',
  },
});
