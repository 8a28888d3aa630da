import { type QueryClient, useQuery } from '@tanstack/react-query';
import {
  type CustomField,
  customQueryField,
  listCustomFields,
} from '#contract/classification/custom-fields.ts';
import { type QueryField, queryFields } from '#contract/query/fields.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { endpointQuery } from '#web/lib/api/query.ts';
import { untilChanged } from '#web/lib/live/until-changed.ts';

/** The fields defined by admins, archived ones included. */
export const customFieldsQuery = { ...endpointQuery(listCustomFields, {}), staleTime: untilChanged };

/** An admin-defined field, as queries know it. */
export interface OwnQueryField {
  readonly field: QueryField;
  /** Whether bugs can no longer get a value: queries know the field, but no filter is offered. */
  readonly isArchived: boolean;
  /** The values that queries can name. */
  readonly named: readonly { readonly _id: string; readonly name: string }[];
}

/** The admin-defined fields; none until they are loaded. */
export function useOwnQueryFields(): readonly OwnQueryField[] {
  return useCustomFields(ownOf);
}

/** The fields of queries; until they are loaded, without the admin-defined ones. */
export function useQueryFields(): readonly QueryField[] {
  return useCustomFields(withOwn);
}

/** The same as `useQueryFields`, outside of components. */
export function knownQueryFields(client: QueryClient): readonly QueryField[] {
  return withOwn(client.getQueryData(customFieldsQuery.queryKey));
}

/** `select` must be the same function each time, so that its result is computed once. */
function useCustomFields<Data>(select: (fields?: readonly CustomField[]) => Data): Data {
  const { data = select() } = useQuery({ ...customFieldsQuery, enabled: useAdditions(), select });
  return data;
}

const noFields: readonly OwnQueryField[] = [];

function ownOf(fields?: readonly CustomField[]): readonly OwnQueryField[] {
  return (
    fields?.map((field) => ({
      field: customQueryField(field),
      isArchived: field.archived,
      named: field.options,
    })) ?? noFields
  );
}

function withOwn(fields?: readonly CustomField[]): readonly QueryField[] {
  return fields ? [...queryFields, ...fields.map(customQueryField)] : queryFields;
}
