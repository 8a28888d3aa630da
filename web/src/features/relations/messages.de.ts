import type { Translated } from '#contract/index.ts';

/* Messages about relations, in German. */

const verbs = {
  blocks: 'blockiert',
  parent: 'ist übergeordnet zu',
  duplicate: 'ist ein Duplikat von',
  causes: 'verursachte',
};

export const messages = {
  relations: {
    onlyThoseWhoWork: () =>
      'Nur wer an einem der beiden Bugs arbeiten kann, kann sie verbinden, und nur wer an einem Bug arbeiten kann, kann festlegen, was ihn blockiert oder ihm übergeordnet ist',
    unknownBug: () => 'Diesen Bug gibt es nicht',
    withItself: () => 'Ein Bug kann zu sich selbst keine Beziehung haben',
    circle: ({ kind, path }) => {
      const [first = '', ...others] = path;
      return `Das wäre ein Kreis: ${[first, ...others.map((one) => `${verbs[kind]} ${one}`)].join(', ').replace(',', '')}`;
    },
    tooConnected: () => 'Zu viele Bugs hängen mit diesen durch Beziehungen dieser Art zusammen',
    hasParent: ({ child, parent }) => `${child} hat schon einen übergeordneten Bug: ${parent}`,
    tooMany: ({ bug, max }) =>
      `${bug} hat schon ${max.toLocaleString('de')} Beziehungen, mehr kann ein Bug nicht haben`,
    tooManyDuplicates: ({ bug, max }) =>
      `${bug} hätte mehr als ${max.toLocaleString('de')} Duplikate, direkt und über andere`,
  },
} satisfies Partial<Translated>;

export const fields = { kind: 'Art' };
