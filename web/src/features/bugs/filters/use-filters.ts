import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { maxQueryLength } from '#contract/bugs/bugs.ts';
import { statuses } from '#contract/bugs/bug-fields.ts';
import { textLength } from '#contract/text.ts';
import { alternatives } from '#web/language/language.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { type BugFilter, bugFilter } from '#web/lib/api/specified.ts';
import type { ListFilter } from '#web/lib/bugs/bug-field.ts';
import { type OwnQueryField, useOwnQueryFields } from '#web/lib/bugs/query-fields.ts';
import { keyNotice } from '#web/lib/keyboard/keyboard-state.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { type FieldFilter, fieldFilterIn, withFieldFilter } from '#web/lib/query/field-filter.ts';
import type { Vocabulary } from '#web/lib/query/filter-terms.ts';
import type { Option } from '#web/ui/inputs/SelectInput.tsx';
import { useNamesOf } from '#web/features/bugs/data/use-people.ts';
import { createdByFilter } from '#web/features/bugs/fields/assignee.tsx';
import { fieldTexts } from '#web/features/bugs/fields/texts.ts';
import { useListAddress } from '#web/features/bugs/search/list-address.ts';
import { searchedBy, type TypedSearch } from '#web/features/bugs/search/use-searched.ts';
import { filterTexts } from './texts.ts';

/** A filter that the menu offers, with its current values. */
export interface ShownFilter {
  readonly key: string;
  readonly label: string;
  /** The values in words; undefined while the filter is not set. */
  readonly text: string | undefined;
  /** Whether a select beside the search shows it, so that it needs no chip. */
  readonly isInSelect: boolean;
  readonly isOffered: boolean;
  /** For a choice of values. */
  readonly values?: {
    readonly options: readonly Option[];
    /** Whether further values are users. */
    readonly isOfPeople: boolean;
    readonly chosen: readonly string[];
    readonly choose: (values: readonly string[]) => void;
  };
  /** For typed values. */
  readonly typed?: {
    readonly field: OwnQueryField;
    readonly filter: FieldFilter | undefined;
    readonly change: (filter: FieldFilter | undefined) => void;
  };
  readonly clear: () => void;
}

export interface Filters {
  readonly all: readonly ShownFilter[];
  /** The number of set filters. */
  readonly count: number;
  /** Whether the typed query can be edited; if not, filters that are parts of it cannot. */
  readonly isUnderstood: boolean;
  readonly isNotResolved: boolean;
  /** Toggles the filter for unresolved bugs; undefined if the back end filters by only one status at a time. */
  readonly toggleNotResolved: (() => void) | undefined;
}

interface Props {
  filter: BugFilter;
  onFilter: (change: Partial<BugFilter>) => void;
  typed: TypedSearch;
  vocabulary: Vocabulary;
}

const notResolved = statuses.filter((status) => status !== 'resolved').join(',');
const inSelects: ReadonlySet<string> = new Set(['status', 'priority']);

/** The filters of the list: those with a parameter, and those that are parts of the typed query. */
export function useFilters({ filter, onFilter, typed, vocabulary }: Props): Filters {
  const hasAdditions = useAdditions();
  const ofFields = useListFilters();
  const own = useOwnFilters(typed, vocabulary);
  const nameOf = useValueNames([
    ...ofFields.flatMap(({ isOfPeople, parameter }) => (isOfPeople ? valuesOf(filter[parameter]) : [])),
    ...own.filters.flatMap(({ field, filter: set }) =>
      field.kind === 'person' && set?.kind === 'among' ? valuesOf(set.values) : [],
    ),
  ]);
  useTodaysValues(ofFields);
  const isNotResolved = filter.status === notResolved;

  const withParameter = ofFields.map((one): ShownFilter => {
    const { parameter, label, options, isOfPeople = false } = one;
    const chosen = valuesOf(filter[parameter]);
    const isInSelect = inSelects.has(parameter);
    function choose(values: readonly string[]) {
      const isAll = isInSelect && values.length === options.length;
      const wanted = values.length === 0 || isAll ? undefined : inOrder(values, options).join(',');
      // An address with more values would be read as one without the filter.
      if (bugFilter.shape[parameter].safeParse(wanted).success) onFilter({ [parameter]: wanted });
      else keyNotice.show({ text: filterTexts.full(chosen.length), isFailure: true });
    }
    const words = chosen.map((value) => nameOf(value, options, isOfPeople));
    return {
      key: parameter,
      label: parameter === 'status' && isNotResolved ? '' : label,
      text:
        chosen.length === 0
          ? undefined
          : parameter === 'status' && isNotResolved
            ? filterTexts.notResolved
            : alternatives(words),
      isInSelect: isInSelect && chosen.length < 2,
      // The specification's back end filters by one status and one priority at a time.
      isOffered: (options.length > 0 && (hasAdditions || !isInSelect)) || chosen.length > 0,
      values: { options, isOfPeople, chosen, choose },
      clear: () => choose([]),
    };
  });

  const inQuery = own.filters.map((one): ShownFilter => {
    const { field, named, filter: set } = one;
    const { kind, name } = field;
    const clear = () => own.set(one, undefined);
    const base = { key: field.key, label: name, isInSelect: false, isOffered: true, clear };
    const text = set && filterText(set, (value) => nameOf(value, optionsOf(one), kind === 'person'));
    const isOfValues = kind === 'named' || kind === 'person' || kind === 'yes-no';
    if (!isOfValues || (set !== undefined && set.kind !== 'among'))
      return { ...base, text, typed: { field: one, filter: set, change: (next) => own.set(one, next) } };
    return {
      ...base,
      text,
      isOffered: kind !== 'named' || named.length > 0 || set !== undefined,
      values: {
        options: optionsOf(one),
        isOfPeople: kind === 'person',
        chosen: set === undefined ? [] : valuesOf(set.values),
        choose(values) {
          const wanted = kind === 'yes-no' ? values.slice(-1) : values;
          own.set(one, wanted.length === 0 ? undefined : { kind: 'among', values: wanted.join(',') });
        },
      },
    };
  });

  const all = [...withParameter, ...inQuery];
  return {
    all,
    count: all.filter(({ text }) => text !== undefined).length,
    isUnderstood: own.isUnderstood,
    isNotResolved,
    toggleNotResolved: hasAdditions
      ? () => onFilter({ status: isNotResolved ? undefined : notResolved })
      : undefined,
  };
}

type WithOptions = ListFilter & { readonly options: ReturnType<ListFilter['useOptions']> };

/** The filters that fields of bugs declare, with their options. */
function useListFilters(): readonly WithOptions[] {
  const declared = [...useBugFields().flatMap(({ filter }) => filter ?? []), createdByFilter];
  const filters = [];
  for (const filter of declared) {
    // The fields never change, so the order of hooks is stable.
    // oxlint-disable-next-line react/hooks
    filters.push({ ...filter, options: filter.useOptions() });
  }
  return filters;
}

/** Replaces values in the address that were merged into others, such as a merged label in a bookmark. */
function useTodaysValues(filters: readonly WithOptions[]): void {
  const { filter, change } = useListAddress();
  const outdated = filters.flatMap(({ parameter, options }) => {
    const given = filter[parameter];
    const now = valuesOf(given).map(
      (value) => options.find(({ formerValues }) => formerValues?.includes(value))?.value ?? value,
    );
    const text = [...new Set(now)].join(',');
    return given && text !== given ? [[parameter, text] as const] : [];
  });
  const replace = useEffectEvent(() => change(Object.fromEntries(outdated), { replace: true }));
  const isOutdated = outdated.length > 0;
  useEffect(() => {
    if (isOutdated) replace();
  }, [isOutdated]);
}

/** Returns a function that names values, by their options or as users. Names that are loading are an ellipsis. */
function useValueNames(people: readonly string[]) {
  const userName = useNamesOf(people.filter((one) => one !== 'me' && one !== 'none'));
  // Names may be loaded later.
  const isLoading = useIsFetching() > 0;
  return (value: string, options: readonly Option[], isOfPeople: boolean): string => {
    const known = options.find((option) => option.value === value)?.label;
    const name = known ?? (isOfPeople ? userName(value) : undefined);
    if (name !== undefined) return name;
    if (isLoading) return '…';
    return isOfPeople ? fieldTexts.unknownUser : filterTexts.unknown;
  };
}

function valuesOf(given: string | undefined): readonly string[] {
  return given === undefined || given === '' ? [] : given.split(',');
}

/** Values in the order of their options, so that the same choice has the same address. */
function inOrder(values: readonly string[], options: readonly Option[]): readonly string[] {
  const known = options.flatMap(({ value }) => (values.includes(value) ? value : []));
  return [...known, ...values.filter((value) => !known.includes(value))];
}

function optionsOf({ field: { kind }, named }: OwnQueryField): readonly Option[] {
  const none = { value: 'none', label: filterTexts.none };
  if (kind === 'yes-no')
    return [{ value: 'yes', label: filterTexts.yes }, { value: 'no', label: filterTexts.no }, none];
  if (kind === 'person') return [{ value: 'me', label: fieldTexts.me }, none];
  return [none, ...named.map(({ _id, name }) => ({ value: _id, label: name }))];
}

/** A condition on a field in words. */
function filterText(filter: FieldFilter, nameOf: (value: string) => string): string {
  switch (filter.kind) {
    case 'among':
      return filter.values === 'none' ? filterTexts.none : alternatives(filter.values.split(',').map(nameOf));
    case 'any value':
      return filterTexts.any;
    case 'range':
      return filter.from === filter.to ? filter.from : filterTexts.between(filter.from, filter.to);
    case 'contains':
      return filterTexts.quoted(filter.text);
    default:
      return filter.text;
  }
}

interface OwnFilter extends OwnQueryField {
  readonly filter: FieldFilter | undefined;
}

/** The filters by the installation's fields. They have no parameters: they are parts of the query in the search box. */
function useOwnFilters({ text, setText, isQuery }: TypedSearch, vocabulary: Vocabulary) {
  const own = useOwnQueryFields();
  const address = useListAddress();
  const edit = ({ field }: OwnQueryField, filter: FieldFilter | undefined) =>
    withFieldFilter({ text, isQuery }, field, filter, vocabulary);
  const filters = own
    .filter(({ isArchived }) => !isArchived)
    .map((one): OwnFilter => ({
      ...one,
      filter: isQuery ? fieldFilterIn(text, one.field, vocabulary) : undefined,
    }));
  const [first] = filters;
  return {
    filters,
    isUnderstood: !first || edit(first, first.filter) !== undefined,
    set(field: OwnQueryField, filter: FieldFilter | undefined) {
      const edited = edit(field, filter);
      if (edited === undefined || edited === text) return;
      const { q, query } = searchedBy(edited, vocabulary.fields);
      // Too long for an address: the box shows an error, and the list does not change.
      if (textLength(edited) > maxQueryLength) setText(edited);
      else address.change({ q: q || undefined, query });
    },
  };
}
