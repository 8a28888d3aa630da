import { expect, test } from 'vitest';
import type { Action, News } from './news.ts';
import { newsText, predicateOf, sentenceOf } from './sentences.ts';

const user = (name: string) => ({ _id: name, name });

test.each<[readonly Action[], string, string]>([
  [
    [{ is: 'set', field: 'priority', to: 'high' }, { is: 'assigned' }],
    'Mara set the priority to High and assigned you',
    'Mara hat die Priorität auf „Hoch“ gesetzt und Ihnen den Bug zugewiesen',
  ],
  [
    [
      { is: 'set', field: 'status', to: 'resolved' },
      { is: 'commented', to: 3 },
      { is: 'set', field: 'resolution', to: 'wont-fix' },
    ],
    'Mara set the status to Resolved and the resolution to Won’t fix and commented 3 times',
    'Mara hat den Status auf „Gelöst“ und das Ergebnis auf „Wird nicht behoben“ gesetzt und 3-mal kommentiert',
  ],
  [
    [
      { is: 'added', field: 'labels', to: ['Crash', 'Menu'] },
      { is: 'removed', field: 'foundIn', to: ['1.0'] },
      { is: 'added', field: 'files', to: ['log.txt'] },
    ],
    'Mara added the labels Crash and Menu, removed 1.0 from Found in, and attached log.txt',
    'Mara hat die Labels Crash und Menu hinzugefügt, 1.0 aus „Gefunden in“ entfernt und log.txt angehängt',
  ],
  [
    [
      { is: 'set', field: 'assignedTo', to: 'Bob' },
      { is: 'set', field: 'component', to: null },
      { is: 'changed', field: 'description' },
    ],
    'Mara assigned Bob, cleared the component, and changed the description',
    'Mara hat den Bug Bob zugewiesen, die Komponente geleert und die Beschreibung geändert',
  ],
  [
    [
      { is: 'set', field: 'triaged', to: true },
      { is: 'changed', field: 'question' },
    ],
    'Mara accepted the bug and closed the question',
    'Mara hat den Bug angenommen und die Rückfrage beendet',
  ],
])('%j is "%s"', (actions, english, german) => {
  expect(sentenceOf('Mara', actions, 'en')).toBe(english);
  expect(sentenceOf('Mara', actions, 'de')).toBe(german);
});

test('values of custom fields are formatted for the language; text that only looks like a date stays', () => {
  const set = (name: string, to: NonNullable<Action['to']>): Action => ({
    is: 'set',
    field: 'custom',
    name,
    to,
  });
  const actions = [
    set('Due', '2026-11-23'),
    set('Code', '2026-99-99'),
    set('Effort', 1234.5),
    set('Safe', true),
  ];
  expect(predicateOf(actions, 'en')).toBe(
    'set Due to Nov 23, 2026, Code to 2026-99-99, Effort to 1,234.5, and Safe to Yes',
  );
});

test('news lists what several users did, one of them without a name, and counts further changes', () => {
  const news: News = {
    by: [
      { user: user(''), actions: [{ is: 'asked' }], quote: 'Which?' },
      { user: user('Bob'), actions: [{ is: 'took' }], quote: null },
    ],
    more: 1,
  };
  expect(newsText(news, 'en')).toBe('Someone asked you a question; Bob took the bug; and 1 more change');
  expect(newsText({ ...news, more: 12 }, 'de')).toBe(
    'Jemand hat Ihnen eine Frage gestellt; Bob hat den Bug übernommen; und 12 weitere Änderungen',
  );
});
