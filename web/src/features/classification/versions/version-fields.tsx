import { useState } from 'react';
import type { VersionRef } from '#contract/classification/version-fields.ts';
import { isArchived, known, useDefinitions, versions } from '#web/features/classification/data.ts';
import {
  BulkMany,
  changeText,
  columnIfAny,
  filterBy,
  filterText,
  groupedBy,
  namesOf,
  OneChoice,
  optionsOf,
  Quiet,
  refOf,
  useOffered,
  viewOf,
} from '#web/features/classification/definition-fields.tsx';
import { texts, versionTexts } from '#web/features/classification/texts.ts';
import type {
  BugFieldView,
  BulkProps,
  ChoiceProps,
  EditorProps,
  QuickProps,
  ResolvingProps,
} from '#web/lib/bugs/bug-field.ts';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import { ButtonMenu } from '#web/ui/inputs/ButtonMenu.tsx';
import { ManySelect } from '#web/ui/inputs/ManySelect.tsx';
import { SelectInput } from '#web/ui/inputs/SelectInput.tsx';
import { ValueButton } from '#web/ui/inputs/ValueButton.tsx';
import styles from '#web/features/classification/classification.module.css';

export const foundInView: BugFieldView<'foundIn'> = {
  ...viewOf(versions),
  name: 'foundIn',
  label: versionTexts.foundIn,
  initial: [],
  text: (value) => (value.length === 0 ? texts.none : namesOf(versions, value)),
  toValue: (ids, { client, bug }) =>
    ids.map((id) => refOf(versions, client, id, bug.foundIn, versionTexts.unknown)),
  Value: ({ value }) => (value.length === 0 ? <Quiet>{texts.none}</Quiet> : namesOf(versions, value)),
  moreColumns: columnIfAny(versions, {
    name: 'foundIn',
    label: versionTexts.foundIn,
    width: 124,
    Cell: ({ bug }) => namesOf(versions, bug.foundIn),
  }),
  changeText: changeText(versions, versionTexts),
  Editor: FoundInEditor,
  Quick: QuickFoundIn,
  Bulk: ({ bugs, onChange }) => (
    <BulkMany
      kind={versions}
      texts={versionTexts}
      present={bugs.flatMap((bug) => bug.foundIn)}
      onChange={onChange}
    />
  ),
  ...filterBy(versions, 'foundIn', versionTexts.foundIn),
  filterText: (filter, client) => filterText(versions, client, filter.foundIn, versionTexts),
};

export const fixedInView: BugFieldView<'fixedIn'> = {
  ...viewOf(versions),
  name: 'fixedIn',
  label: versionTexts.fixedIn,
  initial: '',
  text: (version) => version?.name ?? texts.none,
  toValue: (id, { client, bug }) =>
    id === '' ? null : refOf(versions, client, id, [bug.fixedIn], versionTexts.unknown),
  Value: ({ value }) => (value ? value.name : <Quiet>{texts.none}</Quiet>),
  inRow: (value) =>
    value && (
      <Quiet className={styles.version} title={versionTexts.fixedInNamed(value.name)} data-version>
        {value.name}
      </Quiet>
    ),
  moreColumns: columnIfAny(versions, { name: 'fixedIn', label: versionTexts.fixedIn, width: 124 }),
  Editor: FixedInEditor,
  Choice: FixedInChoice,
  Resolving: ResolvingIn,
  isAskedFor: (client) => known(versions, client).some((version) => !isArchived(version)),
  Bulk: BulkFixedIn,
  ...filterBy(versions, 'fixedIn', versionTexts.fixedIn),
  group: groupedBy(versions, versionTexts.without),
  filterText: (filter, client) => filterText(versions, client, filter.fixedIn, versionTexts),
};

function useOptions(present: readonly VersionRef[]) {
  return optionsOf(useOffered(versions, present));
}

function FoundInEditor({ value, onChange, bug, name: _, inputRef: _ref, ...input }: EditorProps<'foundIn'>) {
  const options = useOptions(bug?.foundIn ?? []);
  if (options.length === 0) return null;
  return (
    <ManySelect
      {...input}
      texts={{ none: texts.none, unknown: versionTexts.unknown }}
      options={options}
      value={value}
      onChange={(chosen) => onChange(chosen.toSorted())}
    />
  );
}

/** Edits the versions that a bug was found in, on its page. They are saved together, when the menu closes. */
function QuickFoundIn({ label, name, value, onChange, children }: QuickProps<'foundIn'>) {
  const { all } = useDefinitions(versions);
  const offered = useOffered(versions, value);
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const present = value.map(({ _id }) => _id);

  function close() {
    setAnchor(undefined);
    if (present.toSorted().join() === chosen.toSorted().join()) return;
    // In version order, as on the server.
    const order = all.map(({ _id }) => _id);
    const byOrder = (one: VersionRef, other: VersionRef) => order.indexOf(one._id) - order.indexOf(other._id);
    const refs = offered
      .filter(({ _id }) => chosen.includes(_id))
      .map((one) => ({ _id: one._id, name: one.name }));
    onChange(refs.toSorted(byOrder));
  }

  return (
    <>
      <ValueButton
        name={name}
        popup="menu"
        isOpen={anchor !== undefined}
        onClick={(button) => {
          setChosen(present);
          setAnchor(button);
        }}
      >
        {children}
      </ValueButton>
      <Menu anchor={anchor} label={label} onClose={close}>
        {offered.map((option) => {
          const isChosen = chosen.includes(option._id);
          return (
            <MenuItem
              key={option._id}
              role="menuitemcheckbox"
              aria-checked={isChosen}
              onClick={() =>
                setChosen(isChosen ? chosen.filter((id) => id !== option._id) : [...chosen, option._id])
              }
            >
              <span className={styles.tick} aria-hidden>
                {isChosen && '✓'}
              </span>
              {option.name}
            </MenuItem>
          );
        })}
      </Menu>
    </>
  );
}

const none = { value: '', label: texts.none };

/** A new bug is not fixed in any version. */
function FixedInEditor({ value, bug, name: _, ...input }: EditorProps<'fixedIn'>) {
  const options = useOptions(bug?.fixedIn ? [bug.fixedIn] : []);
  if (!bug || options.length === 0) return null;
  return <SelectInput {...input} options={[none, ...options]} value={value} />;
}

function FixedInChoice(props: ChoiceProps<'fixedIn'>) {
  const options = useOptions(props.value ? [props.value] : []);
  return <OneChoice {...props} options={[...options, none]} />;
}

function ResolvingIn({ bug, inputs, onChange }: ResolvingProps) {
  const options = useOptions(bug.fixedIn ? [bug.fixedIn] : []);
  return (
    <SelectInput
      label={versionTexts.fixedIn}
      options={[none, ...options]}
      value={inputs.fixedIn}
      onChange={(id) => onChange({ fixedIn: id })}
    />
  );
}

function BulkFixedIn({ onChange }: BulkProps<'fixedIn'>) {
  const options = useOptions([]);
  if (options.length === 0) return null;
  return (
    <ButtonMenu label={versionTexts.set} options={[...options, none]} onChoose={(id) => onChange(() => id)} />
  );
}
