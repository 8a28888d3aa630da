import { useQuery } from '@tanstack/react-query';
import type { CustomField } from '#contract/classification/custom-fields.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { customFieldsQuery } from './queries.ts';

const none: readonly CustomField[] = [];

/** The fields in which bugs can get a value, of any kind. */
export function settable(fields: readonly CustomField[]): readonly CustomField[] {
  return fields.filter(({ archived }) => !archived);
}

/** All fields in their order, archived ones included. Without such fields in the back end there are none. */
export function useCustomFields(): readonly CustomField[] {
  const hasAdditions = useAdditions();
  return useQuery({ ...customFieldsQuery, enabled: hasAdditions }).data ?? none;
}
