import * as z from 'zod/mini';
import { endpoint, type Manifest } from '#contract/endpoint.ts';
import { cleanText } from '#contract/text.ts';
import { bugFilter, maxSearchLength } from './bugs.ts';

export const suggestSearch = endpoint('GET', '/api/bugs/search-suggestion', {
  summary:
    'For a search `q` that finds no bugs among those of the filter: the same search with each word that no bug contains replaced by the most similar word of titles and descriptions. `q` is `null` if no word is similar, or if that search finds none either.',
  access: 'signed-in',
  status: 200,
  query: z.extend(z.omit(bugFilter, { sort: true }), { q: cleanText('Search', { max: maxSearchLength }) }),
  response: z.object({ q: z.nullable(z.string()) }),
});

export const manifest = {
  endpoints: [suggestSearch],
} as const satisfies Manifest;
