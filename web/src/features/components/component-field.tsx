import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ComponentRef } from '#contract/classification/component-field.ts';
import { fold } from '#contract/bugs/search.ts';
import type { BugFieldView, BulkProps, ChoiceProps, EditorProps, Group } from '#web/lib/bugs/bug-field.ts';
import { ButtonMenu } from '#web/ui/inputs/ButtonMenu.tsx';
import { ChoiceMenu } from '#web/ui/inputs/ChoiceMenu.tsx';
import { SelectInput } from '#web/ui/inputs/SelectInput.tsx';
import { ComponentFilter } from './ComponentFilter.tsx';
import { ComponentName, RowComponent } from './ComponentName.tsx';
import { componentsQuery } from './queries.ts';
import { texts } from './texts.ts';
import { useComponents } from './use-components.ts';

export const componentView: BugFieldView<'component'> = {
  name: 'component',
  label: texts.component,
  initial: '',
  Shown: WhereOffered,
  text: (component) => component?.name ?? texts.none,
  toValue: (id, { client, bug }) => (id === '' ? null : refOf(id, client, bug.component)),
  inAddress: { name: 'component', read: componentInAddress },
  template: (id, client) =>
    client.getQueryData(componentsQuery.queryKey)?.find(({ _id }) => _id === id)?.template,
  Value: ComponentName,
  inRow: (component) => component && <RowComponent component={component} />,
  moreColumns: (client) =>
    client.getQueryData(componentsQuery.queryKey)?.length
      ? [{ name: 'component', label: texts.component, width: 148 }]
      : [],
  Editor: ComponentEditor,
  Choice: ComponentChoice,
  Bulk: BulkComponent,
  Filter: ComponentFilter,
  group: {
    keyOf: (component) => component?._id ?? 'none',
    useGroups: useComponentGroups,
    useHasMore: () => false,
  },
  named: (client) => client.getQueryData(componentsQuery.queryKey) ?? [],
  filterText: ({ component }, client) =>
    component
      ?.split(',')
      .map((id) => (id === 'none' ? texts.noComponent : refOf(id, client, null).name))
      .join(', '),
};

function refOf(id: string, client: QueryClient, ofBug: ComponentRef | null): ComponentRef {
  const known = [...(client.getQueryData(componentsQuery.queryKey) ?? []), ...(ofBug ? [ofBug] : [])];
  const { name = texts.unknown } = known.find(({ _id }) => _id === id) ?? {};
  return { _id: id, name };
}

/** The id or name of a component that bugs can get. */
async function componentInAddress(
  text: string,
  { client }: { client: QueryClient },
): Promise<string | undefined> {
  const components = await client.query(componentsQuery);
  const isMeant = ({ _id, name }: ComponentRef) => _id === text || fold(name) === fold(text.trim());
  return components.find((component) => !component.archived && isMeant(component))?._id;
}

/** The field is shown if there are components. */
function WhereOffered({ children }: { children: ReactNode }) {
  return useComponents().components.length > 0 && children;
}

function useComponentGroups(): readonly Group[] {
  const { components } = useComponents();
  const none = { key: 'none', label: texts.noComponent };
  const groups = components.map(({ _id, name, archived }) => ({
    key: _id,
    label: name,
    isArchived: archived,
  }));
  return [none, ...groups];
}

const noComponent = { value: '', label: texts.noComponent };

/** The components that a bug can get, including its own, which may be archived. */
function useOptions(present: ComponentRef | null | undefined) {
  const { usable } = useComponents();
  const isMissing = present && !usable.some(({ _id }) => _id === present._id);
  const offered = isMissing ? [...usable, present] : usable;
  return [noComponent, ...offered.map(({ _id, name }) => ({ value: _id, label: name }))];
}

function ComponentEditor({ bug, name: _, ...input }: EditorProps<'component'>) {
  const options = useOptions(bug?.component);
  const isKnown = options.some(({ value }) => value === input.value);
  // The component of a draft or an edit that has since been archived or deleted.
  const unknown = { value: input.value, label: texts.unknown };
  if (options.length === 1 && isKnown) return null;
  return <SelectInput {...input} options={isKnown ? options : [...options, unknown]} />;
}

function ComponentChoice({ value, onChange, ...menu }: ChoiceProps<'component'>) {
  const options = useOptions(value);
  return (
    <ChoiceMenu
      {...menu}
      options={options}
      value={value?._id ?? ''}
      onChoose={(id) =>
        onChange(
          id === '' ? null : { _id: id, name: options.find((option) => option.value === id)?.label ?? '' },
        )
      }
    />
  );
}

function BulkComponent({ onChange }: BulkProps<'component'>) {
  const options = useOptions(undefined);
  if (options.length === 1) return null;
  return <ButtonMenu label={texts.set} options={options} onChoose={(id) => onChange(() => id)} />;
}
