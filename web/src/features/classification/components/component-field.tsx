import type { QueryClient } from '@tanstack/react-query';
import type { ComponentRef } from '#contract/classification/component-field.ts';
import { components, known } from '#web/features/classification/data.ts';
import {
  columnIfAny,
  filterBy,
  filterText,
  groupedBy,
  OneChoice,
  optionsOf,
  Quiet,
  refOf,
  useOffered,
  viewOf,
} from '#web/features/classification/definition-fields.tsx';
import { componentTexts, texts } from '#web/features/classification/texts.ts';
import type { BugFieldView, BulkProps, ChoiceProps, EditorProps } from '#web/lib/bugs/bug-field.ts';
import { isSameName } from '#web/lib/names.ts';
import { ButtonMenu } from '#web/ui/inputs/ButtonMenu.tsx';
import { SelectInput } from '#web/ui/inputs/SelectInput.tsx';
import styles from '#web/features/classification/classification.module.css';

export const componentView: BugFieldView<'component'> = {
  ...viewOf(components),
  name: 'component',
  label: componentTexts.component,
  initial: '',
  text: (component) => component?.name ?? texts.none,
  toValue: (id, { client, bug }) =>
    id === '' ? null : refOf(components, client, id, [bug.component], componentTexts.unknown),
  inAddress: { name: 'component', read: componentInAddress },
  template: (id, client) => known(components, client).find(({ _id }) => _id === id)?.template,
  Value: ({ value }) => value?.name ?? <Quiet>{texts.none}</Quiet>,
  inRow: (component) =>
    component && (
      <span className={styles.component} title={`${componentTexts.component}: ${component.name}`}>
        {component.name}
      </span>
    ),
  moreColumns: columnIfAny(components, { name: 'component', label: componentTexts.component, width: 148 }),
  Editor: ComponentEditor,
  Choice: ComponentChoice,
  Bulk: BulkComponent,
  ...filterBy(components, 'component', componentTexts.component),
  group: groupedBy(components, componentTexts.without),
  filterText: ({ component }, client) => filterText(components, client, component, componentTexts),
};

/** The id or name of a component that bugs can get. */
async function componentInAddress(
  text: string,
  { client }: { client: QueryClient },
): Promise<string | undefined> {
  const all = await client.query(components.query);
  return all.find(({ _id, name, archived }) => !archived && (_id === text || isSameName(name, text)))?._id;
}

function useOptions(present: ComponentRef | null | undefined) {
  const offered = useOffered(components, present ? [present] : []);
  return [{ value: '', label: componentTexts.without }, ...optionsOf(offered)];
}

function ComponentEditor({ bug, name: _, ...input }: EditorProps<'component'>) {
  const options = useOptions(bug?.component);
  const isKnown = options.some(({ value }) => value === input.value);
  // The component of a draft or an edit that has since been archived or deleted.
  const unknown = { value: input.value, label: componentTexts.unknown };
  if (options.length === 1 && isKnown) return null;
  return <SelectInput {...input} options={isKnown ? options : [...options, unknown]} />;
}

function ComponentChoice(props: ChoiceProps<'component'>) {
  return <OneChoice {...props} options={useOptions(props.value)} />;
}

function BulkComponent({ onChange }: BulkProps<'component'>) {
  const options = useOptions(undefined);
  if (options.length === 1) return null;
  return <ButtonMenu label={componentTexts.set} options={options} onChoose={(id) => onChange(() => id)} />;
}
