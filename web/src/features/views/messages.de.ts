import type { Translated } from '#contract/index.ts';

/* Messages about views, in German. */

export const messages = {
  views: {
    notColumns: ({ max }) =>
      `Spalten müssen höchstens ${max} verschiedene sein, jede mit einem Namen und vielleicht einer Breite`,
    notGroup: () => 'group muss der Name eines Felds oder null sein',
    notOrder: () => 'views müssen verschiedene Ansichten sein, jede mit isPinned',
  },
  viewRefusals: {
    notFound: () => 'Ansicht nicht gefunden',
    onlyOwner: () => 'Nur wem diese Ansicht gehört und Admins können sie ändern',
    nameTaken: () => 'Sie haben schon eine Ansicht mit diesem Namen',
    tooMany: ({ max }) => `Sie können höchstens ${max} Ansichten haben`,
    tooManyShared: ({ max }) => `Es kann höchstens ${max} geteilte Ansichten geben`,
    tooManyOwnShared: ({ max }) => `Sie können höchstens ${max} Ansichten teilen`,
    tooManyPinned: ({ max }) => `Höchstens ${max} Ansichten können angeheftet sein`,
  },
} satisfies Partial<Translated>;

export const fields = { Shared: 'Geteilt' };
