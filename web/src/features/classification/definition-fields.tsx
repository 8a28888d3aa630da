import { isolated } from '#contract/conversation/isolated.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { BulkProps, ChoiceProps, Group, ListFilter, MoreColumn } from '#web/lib/bugs/bug-field.ts';
import { ButtonMenu } from '#web/ui/inputs/ButtonMenu.tsx';
import { ChoiceMenu } from '#web/ui/inputs/ChoiceMenu.tsx';
import type { Option } from '#web/ui/inputs/SelectInput.tsx';
import { inOrder, isArchived, known, useDefinitions, type Definition, type Kind, type Ref } from './data.ts';
import { texts as shared } from './texts.ts';
import styles from './classification.module.css';

/* Fields of bugs whose values are definitions of a kind. */

/** The parts of such a field that follow from its kind. */
export function viewOf<D extends Definition>(kind: Kind<D>) {
  return {
    /** The field is shown if there are definitions. */
    Shown: ({ children }: { children: ReactNode }) => useDefinitions(kind).all.length > 0 && children,
    named: (client: QueryClient) => known(kind, client),
  };
}

/** The column, if there are definitions. */
export function columnIfAny<D extends Definition>(kind: Kind<D>, column: MoreColumn) {
  return (client: QueryClient) => (known(kind, client).length > 0 ? [column] : []);
}

/** The groups of a field with one value. */
export function groupedBy<D extends Definition>(kind: Kind<D>, withoutLabel: string) {
  function useGroups(): readonly Group[] {
    const groups = useDefinitions(kind).all.map((one) => ({
      key: one._id,
      label: one.name,
      isArchived: isArchived(one),
    }));
    return [{ key: 'none', label: withoutLabel }, ...groups];
  }
  return { keyOf: (value: Ref | null) => value?._id ?? 'none', useGroups, useHasMore: () => false };
}

/** The definition with this id, if it is loaded or the bug has it. */
export function definitionOf<D extends Definition, R extends Ref>(
  kind: Kind<D>,
  client: QueryClient,
  id: string,
  ofBug: readonly (R | null)[],
): D | R | null | undefined {
  return [...known(kind, client), ...ofBug].find((one) => one?._id === id);
}

/** The definition with this id as it appears in bugs, before the server's response. */
export function refOf<D extends Definition>(
  kind: Kind<D>,
  client: QueryClient,
  id: string,
  ofBug: readonly (Ref | null)[],
  unknown: string,
): Ref {
  return { _id: id, name: definitionOf(kind, client, id, ofBug)?.name ?? unknown };
}

/** The names of a bug's definitions, in the order of their kind. */
export function namesOf<D extends Definition>(kind: Kind<D>, refs: readonly Ref[]): string {
  return inOrder(kind, refs)
    .map(({ name }) => name)
    .join(', ');
}

interface ChangeTexts {
  added(names: string): string;
  removed(names: string): string;
  addedAndRemoved(added: string, removed: string): string;
}

/** The predicate of a change of a field with several values. */
export function changeText<D extends Definition>(kind: Kind<D>, texts: ChangeTexts) {
  return (from: readonly Ref[], to: readonly Ref[]) => {
    const names = (refs: readonly Ref[]) =>
      inOrder(kind, refs)
        .map(({ name }) => isolated(name))
        .join(', ');
    const added = names(without(to, from));
    const removed = names(without(from, to));
    if (removed === '') return texts.added(added);
    return added === '' ? texts.removed(removed) : texts.addedAndRemoved(added, removed);
  };
}

interface FilterTexts {
  readonly without: string;
  readonly unknown: string;
}

/** The label of a filter's value: `none`, or ids separated by commas. */
export function filterText<D extends Definition>(
  kind: Kind<D>,
  client: QueryClient,
  wanted: string | undefined,
  texts: FilterTexts,
): string | undefined {
  return wanted
    ?.split(',')
    .map((id) =>
      id === 'none' ? texts.without : (definitionOf(kind, client, id, [])?.name ?? texts.unknown),
    )
    .join(', ');
}

function without<R extends Ref>(refs: readonly R[], others: readonly Ref[]): readonly R[] {
  return refs.filter(({ _id }) => !others.some((other) => other._id === _id));
}

/** The definitions that a bug can get, and its current ones, which may be archived. */
export function useOffered<D extends Definition, R extends Ref>(
  kind: Kind<D>,
  present: readonly R[],
): readonly (D | R)[] {
  const { usable } = useDefinitions(kind);
  return [...usable, ...without(present, usable)];
}

export function optionsOf(refs: readonly Ref[]): Option[] {
  return refs.map(({ _id, name }) => ({ value: _id, label: name }));
}

interface OneChoiceProps extends Pick<ChoiceProps, 'anchor' | 'label' | 'onClose'> {
  options: readonly Option[];
  value: Ref | null;
  onChange: (value: Ref | null) => void;
}

/** The menu of a field with one value. */
export function OneChoice({ options, value, onChange, ...menu }: OneChoiceProps) {
  function choose(id: string) {
    const chosen = options.find((option) => option.value === id);
    onChange(id === '' || !chosen ? null : { _id: id, name: chosen.label });
  }
  return <ChoiceMenu {...menu} options={options} value={value?._id ?? ''} onChoose={choose} />;
}

interface BulkManyProps<D extends Definition> {
  kind: Kind<D>;
  texts: { readonly add: string; readonly remove: string };
  /** The definitions of the selected bugs. */
  present: readonly Ref[];
  onChange: BulkProps<'labels' | 'foundIn'>['onChange'];
}

/** Adds a definition to the selected bugs, or removes one that some of them have. */
export function BulkMany<D extends Definition>({ kind, texts, present, onChange }: BulkManyProps<D>) {
  const { usable } = useDefinitions(kind);
  const distinct = [...new Map(present.map((one) => [one._id, one])).values()];
  return (
    <>
      {usable.length > 0 && (
        <ButtonMenu
          label={texts.add}
          options={optionsOf(usable)}
          onChoose={(id) => onChange((ids) => [...ids.filter((other) => other !== id), id].toSorted())}
        />
      )}
      {distinct.length > 0 && (
        <ButtonMenu
          label={texts.remove}
          options={optionsOf(inOrder(kind, distinct))}
          onChoose={(id) => onChange((ids) => ids.filter((other) => other !== id))}
        />
      )}
    </>
  );
}

/** The filter of a list by definitions of a kind; offered if there are any. */
export function filterBy<D extends Definition>(
  kind: Kind<D>,
  parameter: ListFilter['parameter'],
  label: string,
): { readonly filter: ListFilter } {
  function useOptions(): ReturnType<ListFilter['useOptions']> {
    const { all } = useDefinitions(kind);
    const options = all.map(({ _id, name, formerIds }) => ({
      value: _id,
      label: name,
      formerValues: formerIds,
    }));
    return all.length === 0 ? [] : [{ value: 'none', label: shared.none }, ...options];
  }
  return { filter: { parameter, label, useOptions } };
}

/** The text for no value. */
export function Quiet({ className = '', ...props }: React.ComponentProps<'span'>) {
  return <span {...props} className={`${styles.quiet} ${className}`} />;
}
