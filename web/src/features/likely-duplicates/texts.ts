import { inLanguage } from '#web/language/language.ts';

export const texts = inLanguage({
  en: {
    noneFound: 'No similar bugs found.',
    noneShown: 'No similar bugs shown.',
    heading: 'Is it one of these?',
    found: { one: 'similar bug has been filed', other: 'similar bugs have been filed' },
    keys: (open: string, same: string) =>
      `${open} shows the first, then the next. ${same} adds your text to the one shown as a comment instead of filing a bug.`,
    showHere: 'Show here',
    show: (number: string) => `Show ${number} here`,
    inText: 'In the description:',
    duplicateOf: (number: string) => `Duplicate of ${number}`,
    same: 'Same as this',
    sameAs: (number: string) => `Same as ${number}`,
    sameHelp: 'Adds what you typed to that bug as a comment, and you watch it. No new bug is filed.',
    sending: 'Commenting...',
    failed: 'Failed to comment on this bug',
    tooLong: (max: string) =>
      `A comment has at most ${max} characters. Shorten the description, or file the bug.`,
  },
  de: {
    noneFound: 'Kein ähnlicher Bug gefunden.',
    noneShown: 'Kein ähnlicher Bug wird gezeigt.',
    heading: 'Ist es einer von diesen?',
    found: { one: 'ähnlicher Bug ist schon gemeldet', other: 'ähnliche Bugs sind schon gemeldet' },
    keys: (open: string, same: string) =>
      `${open} zeigt den ersten und dann den nächsten. ${same} kommentiert den gezeigten, statt einen neuen zu melden.`,
    showHere: 'Hier zeigen',
    show: (number: string) => `${number} hier zeigen`,
    inText: 'In seinem Text:',
    duplicateOf: (number: string) => `Duplikat von ${number}`,
    same: 'Das ist derselbe',
    sameAs: (number: string) => `Dasselbe wie ${number}`,
    sameHelp:
      'Man beobachtet diesen Bug, und das Geschriebene wird ein Kommentar dazu. Kein neuer Bug wird gemeldet.',
    sending: 'Wird kommentiert ...',
    failed: 'Der Bug konnte nicht kommentiert werden',
    tooLong: (max: string) =>
      `Ein Kommentar hat höchstens ${max} Zeichen. Bitte die Beschreibung kürzen oder den Bug melden.`,
  },
});
