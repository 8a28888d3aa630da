import type { Translated } from '#contract/index.ts';

export const messages = {
  history: {
    unknownEntry: () => 'after muss die ID eines Eintrags dieses Bugs sein',
  },
} satisfies Partial<Translated>;
