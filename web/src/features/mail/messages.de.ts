import type { Translated } from '#contract/index.ts';

export const messages = {
  mail: {
    noMode: ({ values }) => `choices muss zu jedem Grund eines von diesen nennen: ${values.join(', ')}`,
    noInterval: ({ values }) => `digest muss eines von diesen sein: ${values.join(', ')}`,
    noHour: () => 'hour muss eine ganze Zahl von 0 bis 23 sein',
    noWeekday: () => 'weekday muss eine ganze Zahl von 1 (Montag) bis 7 sein',
    noTimeZone: () => 'timeZone muss der Name einer Zeitzone sein, wie Europe/Berlin',
    noLanguage: ({ values }) => `language muss eines von diesen sein: ${values.join(', ')}`,
    noKind: () => 'kind muss message oder digest sein',
  },
} satisfies Partial<Translated>;
