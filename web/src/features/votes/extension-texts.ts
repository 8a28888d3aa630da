import { inLanguage } from '#web/language/language.ts';

export const extensionTexts = inLanguage({
  en: {
    onOpenBug: 'on the page of a bug',
    votes: 'Me too',
    meToo: 'Mark or unmark this bug as affecting you',
    have: { one: 'person has this', other: 'people have this' },
  },
  de: {
    onOpenBug: 'auf der Seite eines Bugs',
    votes: 'Ich auch',
    meToo: 'Angeben, dass dieser Bug Sie auch betrifft, oder das rückgängig machen',
    have: { one: 'Person hat das', other: 'Personen haben das' },
  },
});
