import { useQuery } from '@tanstack/react-query';
import type { Component } from '#contract/classification/components.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { byName } from '#web/lib/names.ts';
import { componentsQuery } from './queries.ts';

interface Components {
  /** All components by name, archived ones included. */
  readonly components: readonly Component[];
  /** The components that a bug can get. */
  readonly usable: readonly Component[];
}

/** The components; none if the back end does not support them. */
export function useComponents(): Components {
  const { data = [] } = useQuery({ ...componentsQuery, enabled: useAdditions() });
  const components = data.toSorted(byName);
  return { components, usable: components.filter(({ archived }) => !archived) };
}
