import { expect, test } from 'vitest';
import { composeMessage } from '#server/features/mail/compose.ts';
import { render } from './render.ts';

test('texts of users have their own direction, and sentences that of the language', () => {
  const { html, text } = render(
    {
      subject: 'A digest',
      blocks: [
        'One bug has news.',
        { kind: 'heading', text: '#1 הדף לא נפתח (שגיאה 500)!', url: 'https://bugs.example.org/bugs/1' },
        { kind: 'quote', text: 'שלום עולם.\nIn English.' },
      ],
    },
    'en',
  );
  expect(html).toContain('<p>One bug has news.</p>');
  expect(html).toMatch(/<h2 dir="auto"><a [^>]*>#1 הדף/);
  expect(html).toContain('<blockquote dir="auto">שלום עולם.\nIn English.</blockquote>');
  expect(text).toContain('#1 הדף לא נפתח (שגיאה 500)!\n');
});

test('a right-to-left name does not change the sentence around it, and plain text has no marks', () => {
  const { html, text } = render(
    composeMessage(
      {
        bug: { id: '1', number: 1, title: 'A', firstTitle: 'A' },
        events: [
          {
            at: '2026-11-28T12:00:00Z',
            by: { _id: '2', name: 'משה כהן' },
            actions: [{ is: 'set', field: 'title', to: 'הדף (500)!' }],
          },
        ],
        reasons: [],
      },
      {
        publicUrl: 'https://bugs.example.org',
        tracker: 'Katydid',
        unsubscribeUrl: 'https://bugs.example.org/unsubscribe',
        settings: { language: 'en', timeZone: 'UTC' },
      },
    ),
    'en',
  );
  expect(html).toContain(
    '<h2>\u2068משה כהן\u2069 set the title to “\u2068הדף (500)!\u2069” <small dir="auto">',
  );
  expect(text).toContain('משה כהן set the title to “הדף (500)!” (');
});
