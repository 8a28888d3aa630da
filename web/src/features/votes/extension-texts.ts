import { inLanguage } from '#web/language/language.ts';

export const extensionTexts = inLanguage({
  en: {
    votes: 'Me too',
    meToo: 'Say that you have this bug, too, or take that back',
    have: { one: 'person has this', other: 'people have this' },
  },
  de: {
    votes: 'Ich auch',
    meToo: 'Sagen, dass man diesen Bug auch hat, oder das zurücknehmen',
    have: { one: 'Person hat das', other: 'Personen haben das' },
  },
});
