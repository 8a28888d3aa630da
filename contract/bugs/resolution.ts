import * as z from 'zod/mini';
import { bugField, choiceFilter } from './field.ts';
import { catalogue, says } from '#contract/messages.ts';
import { fieldMessages } from '#contract/text.ts';

/** The resolutions of bugs. The database stores their positions in this list, so new ones must come last. */
export const resolutions = [
  'fixed',
  'duplicate',
  'cannot-reproduce',
  'works-as-intended',
  'wont-fix',
] as const;

export type Resolution = (typeof resolutions)[number];

export const resolutionMessages = catalogue('resolution', {
  notResolved: () => 'Only a resolved bug can have a resolution',
  onlyByMarking: () => 'A bug becomes a duplicate only by being marked as a duplicate of another bug',
});

const notOne = says(fieldMessages.notOneOf({ field: 'Resolution', values: resolutions }));

/** The resolution of a bug: at most one, and none unless the bug is resolved. */
export const resolutionField = bugField({
  label: 'Resolution',
  value: z.nullable(z.enum(resolutions)),
  input: z.pipe(
    z.nullable(z.enum([...resolutions, ''], { error: notOne })),
    z.transform((value: Resolution | '' | null) => (value === '' ? null : value)),
  ),
  isRequired: false,
  empty: null as Resolution | null,
  inputOf: (resolution: Resolution | null) => resolution,
  matches: (resolution: Resolution | null, wanted: string) =>
    wanted.split(',').includes(resolution ?? 'none'),
  query: { kind: 'choice', orNone: true, choices: resolutions },
  filter: { resolution: choiceFilter('resolution', [...resolutions, 'none']) },
  follows: {
    input: (resolution, { status }) => (status === 'resolved' ? resolution : null),
    isSetByRule: (resolution) => resolution === 'duplicate',
    refusal: resolutionMessages.notResolved(),
  },
});
