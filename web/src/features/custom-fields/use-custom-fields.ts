import { useQuery } from '@tanstack/react-query';
import type { CustomField } from '#contract/classification/custom-fields.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { customFieldsQuery } from './queries.ts';

const none: readonly CustomField[] = [];

/** The active fields, of any kind. */
export function settable(fields: readonly CustomField[]): readonly CustomField[] {
  return fields.filter(({ archived }) => !archived);
}

/** All fields in their order, including archived ones; none if the back end does not support them. */
export function useCustomFields(): readonly CustomField[] {
  const hasAdditions = useAdditions();
  return useQuery({ ...customFieldsQuery, enabled: hasAdditions }).data ?? none;
}
