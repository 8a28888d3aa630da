import type { Translated } from '#contract/index.ts';

/* Messages about resolutions, in German. */

export const messages = {
  resolution: {
    notResolved: () => 'Nur ein gelöster Bug kann ein Ergebnis haben',
    onlyByMarking: () =>
      'Ein Bug wird nur dadurch zum Duplikat, dass er als Duplikat eines anderen markiert wird',
  },
} satisfies Partial<Translated>;

export const fields = { Resolution: 'Ergebnis', resolution: 'resolution' };
