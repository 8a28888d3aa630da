import type { ComposedFeature } from '#server/extensions/feature.ts';
import { questionOfBug, triagedOfBug } from './fields.ts';
import { isAnswer } from './questions.ts';
import { routesFor } from './routes.ts';

/** Going through new bugs: what is triaged, left out for a while, or asked of its reporter. */
export const triage: ComposedFeature = {
  name: 'triage',
  bugs: { fields: [triagedOfBug, questionOfBug], isAnswer },
  compose: ({ bugs }) => ({ routes: routesFor(bugs) }),
};
