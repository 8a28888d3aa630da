import type { ComposedFeature } from '#server/extensions/feature.ts';
import { questionOfBug, triagedOfBug } from './fields.ts';
import { isAnswer } from './questions.ts';
import { routesFor } from './routes.ts';

/** Triage of new bugs: the triage mark, snoozes, and questions to reporters. */
export const triage: ComposedFeature = {
  name: 'triage',
  bugs: { fields: [triagedOfBug, questionOfBug], isAnswer },
  compose: ({ bugs }) => ({ routes: routesFor(bugs) }),
};
