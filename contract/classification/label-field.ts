import * as z from 'zod/mini';
import { bugField } from '#contract/bugs/field.ts';
import { catalogue, says } from '#contract/messages.ts';
import { areIdsOrNone, id, idList } from '#contract/text.ts';

/* In a file without endpoints, because the web needs the field before sign-in. */

/** The names of the colours; the screens have a shade of each for their light and their dark theme. */
export const labelColors = [
  'grey',
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'indigo',
  'purple',
  'pink',
] as const;

export type LabelColor = (typeof labelColors)[number];

/** A label, as bugs have it. */
export const labelRef = z.object({ _id: id, name: z.string(), color: z.enum(labelColors) });

export type LabelRef = z.infer<typeof labelRef>;

/** How many labels there can be, on one bug, in a filter and in all. */
export const maxLabels = { ofBug: 20, inFilter: 50, inAll: 1_000 };

export interface Max {
  readonly max: number;
}

export const labelMessages = catalogue('labels', {
  notIds: () => 'Labels must be the ids of labels',
  tooManyOnBug: ({ max }: Max) => `A bug can have at most ${max} labels`,
  noFilter: ({ max }: Max) => `label must be none, or the ids of at most ${max} labels, separated by commas`,
});

const notFilter = says(labelMessages.noFilter({ max: maxLabels.inFilter }));

const isFilter = (text: string) => areIdsOrNone(text, maxLabels.inFilter);

/** The labels of a bug. */
export const labelsField = bugField({
  label: 'Labels',
  value: z.array(labelRef),
  input: z.pipe(
    idList(maxLabels.ofBug, {
      error: labelMessages.notIds(),
      tooMany: labelMessages.tooManyOnBug({ max: maxLabels.ofBug }),
    }),
    z.transform((ids: string[]) => ids.toSorted()),
  ),
  isRequired: false,
  empty: [] as LabelRef[],
  inputOf: (labels: readonly LabelRef[]) => labels.map(({ _id }) => _id).toSorted(),
  matches: (labels: readonly LabelRef[], wanted: string) =>
    wanted === 'none'
      ? labels.length === 0
      : wanted.split(',').some((one) => labels.some(({ _id }) => _id === one)),
  merge: 'items',
  query: { name: 'label', kind: 'named', orNone: true, has: 'labels' },
  namesChangedBy: 'label',
  filter: {
    label: z.optional(
      z
        .pipe(
          z.union([z.string(), z.array(z.string())], { error: notFilter }),
          z.transform((given: string | string[]) => [given].flat().join(',')),
        )
        .check(z.refine(isFilter, { error: notFilter })),
    ),
  },
});

export const labelActions = ['label created', 'label changed', 'label deleted', 'label merged'] as const;
