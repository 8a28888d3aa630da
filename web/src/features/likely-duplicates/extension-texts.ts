import { inLanguage } from '#web/language/language.ts';

export const extensionTexts = inLanguage({
  en: {
    open: 'While filing: show the first similar bug, then the next',
    same: 'While filing: the bug that is shown is the same, comment on it instead',
  },
  de: {
    open: 'Beim Melden: den ersten ähnlichen Bug zeigen, dann den nächsten',
    same: 'Beim Melden: der gezeigte Bug ist derselbe, dort kommentieren',
  },
});
