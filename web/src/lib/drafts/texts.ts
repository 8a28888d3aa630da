import { inLanguage } from '#web/language/language.ts';

export const texts = inLanguage({
  en: {
    offer: (timeAgo: string) => `You have an unsaved draft from ${timeAgo}.`,
    quoted: (name: string) => `“${name}”`,
    typedUntil: 'Typed until {time}, and kept in this browser.',
    restore: 'Restore',
    discard: 'Discard',
    leaveTitle: 'Leave without saving?',
    leaveText: 'This browser could not keep what you typed. It is lost when you close the page.',
    leave: 'Leave',
  },
  de: {
    offer: (timeAgo: string) => `Es gibt einen ungespeicherten Entwurf (${timeAgo}).`,
    quoted: (name: string) => `„${name}“`,
    typedUntil: 'Zuletzt bearbeitet am {time} und in diesem Browser aufgehoben.',
    restore: 'Wiederherstellen',
    discard: 'Verwerfen',
    leaveTitle: 'Ohne Speichern verlassen?',
    leaveText:
      'Dieser Browser konnte die Eingaben nicht aufheben. Beim Schließen der Seite gehen sie verloren.',
    leave: 'Verlassen',
  },
});
