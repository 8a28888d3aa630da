import { counted, inLanguage } from '#web/language/language.ts';

export const texts = inLanguage({
  en: {
    offer: (timeAgo: string) => `You have an unsaved draft from ${timeAgo}.`,
    quoted: (name: string) => `“${name}”`,
    typedUntil: 'Saved in this browser at {time}.',
    restore: 'Restore',
    discard: 'Discard',
    leaveTitle: 'Leave without saving?',
    leaveText: 'Your input is only on this page. It is lost when you leave.',
    leave: 'Leave',
    left: (count: number) =>
      `${counted(count, { one: 'unsaved text remains', other: 'unsaved texts remain' })} in this browser`,
    leftText: 'What was typed is offered again after signing in. Remove it on a computer that others use.',
    remove: 'Remove',
    removed: 'Nothing unsaved remains in this browser',
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
      `${counted(count, { one: 'ungespeicherter Text bleibt', other: 'ungespeicherte Texte bleiben' })} in diesem Browser`,
    leftText:
      'Nach dem Anmelden wird das Getippte wieder angeboten. Wenn andere diesen Computer benutzen, besser entfernen.',
    remove: 'Entfernen',
    removed: 'In diesem Browser bleibt nichts Ungespeichertes',
    cancelled: 'Abgebrochen. Die Eingaben wurden verworfen.',
    undo: 'Rückgängig machen',
  },
});
