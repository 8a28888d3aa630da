import * as z from 'zod/mini';
import { bugField } from '#contract/bugs/field.ts';
import { catalogue } from '#contract/messages.ts';
import { id, idOrNone, idsOrNone } from '#contract/text.ts';

/* In a file without endpoints, because callers do not need the imports of the endpoints. */

/** A component, as bugs have it. */
export const componentRef = z.object({ _id: id, name: z.string() });

export type ComponentRef = z.infer<typeof componentRef>;

/** How many components there can be, in a filter and in all. */
export const maxComponents = { inFilter: 50, inAll: 500 };

export const componentMessages = catalogue('components', {
  notId: () => 'Component must be the id of a component, or empty',
  noFilter: ({ max }: { max: number }) =>
    `component must be none, or the ids of at most ${max} components, separated by commas`,
});

/** The component of a bug. */
export const componentField = bugField({
  label: 'Component',
  value: z.nullable(componentRef),
  input: idOrNone(componentMessages.notId()),
  isRequired: false,
  empty: null as ComponentRef | null,
  inputOf: (component: ComponentRef | null) => component?._id ?? null,
  matches: (component: ComponentRef | null, wanted: string) =>
    wanted.split(',').includes(component?._id ?? 'none'),
  query: { kind: 'named', orNone: true },
  namesChangedBy: 'component',
  filter: {
    component: idsOrNone(maxComponents.inFilter, componentMessages.noFilter({ max: maxComponents.inFilter })),
  },
});

export const componentActions = ['component created', 'component changed', 'component deleted'] as const;
