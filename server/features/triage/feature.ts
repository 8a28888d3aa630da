import type { Feature } from '#server/extensions/feature.ts';
import { questionOfBug, triagedOfBug } from './fields.ts';
import type { Asking } from './questions.ts';
import { routesFor } from './routes.ts';

/** The fields of triage. */
export const triageFields = [triagedOfBug, questionOfBug];

/** Going through new bugs: what is triaged, left out for a while, or asked of its reporter. */
export function triage(bugs: Asking): Feature {
  return { name: 'triage', routes: routesFor(bugs) };
}
