import { counted, formatNumber, inLanguage } from '#web/language/language.ts';

const character = { one: 'character', other: 'characters' };

export const formTexts = inLanguage({
  en: {
    charactersLeft: (left: number) =>
      left < 0 ? `${counted(-left, character)} too long` : `${counted(left, character)} left`,
  },
  de: {
    charactersLeft: (left: number) =>
      left < 0 ? `${formatNumber(-left)} Zeichen zu lang` : `Noch ${formatNumber(left)} Zeichen`,
  },
});
