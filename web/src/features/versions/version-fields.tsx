import { styled } from '@mui/material/styles';
import type { QueryClient } from '@tanstack/react-query';
import type { VersionRef } from '#contract/classification/version-fields.ts';
import type {
  BugFieldView,
  BulkProps,
  ChoiceProps,
  EditorProps,
  FilterProps,
  Group,
  ResolvingProps,
  ShownProps,
} from '#web/lib/bugs/bug-field.ts';
import { ButtonMenu } from '#web/ui/inputs/ButtonMenu.tsx';
import { ChoiceMenu } from '#web/ui/inputs/ChoiceMenu.tsx';
import { ManySelect } from '#web/ui/inputs/ManySelect.tsx';
import { SelectInput } from '#web/ui/inputs/SelectInput.tsx';
import { versionsQuery } from './queries.ts';
import { QuickVersions } from './QuickVersions.tsx';
import { texts } from './texts.ts';
import { isUsable, useVersions } from './use-versions.ts';

export const foundInView: BugFieldView<'foundIn'> = {
  name: 'foundIn',
  label: texts.foundIn,
  initial: [],
  Shown: WhereVersions,
  text: (versions) => (versions.length === 0 ? texts.none : namesOf(versions)),
  toValue: (ids, { client, bug }) => ids.map((id) => versionOf(id, client, bug.foundIn)),
  Value: ({ value }) => (value.length === 0 ? <Quiet>{texts.none}</Quiet> : namesOf(value)),
  moreColumns: (client) =>
    knownVersions(client).length > 0
      ? [
          {
            name: 'foundIn',
            label: texts.foundIn,
            width: 124,
            Cell: ({ bug: { foundIn } }) => namesOf(foundIn),
          },
        ]
      : [],
  changeText: (from, to) => {
    const added = namesOf(without(to, from));
    const removed = namesOf(without(from, to));
    if (removed === '') return texts.added(added);
    return added === '' ? texts.removed(removed) : texts.addedAndRemoved(added, removed);
  },
  Editor: FoundInEditor,
  Quick: QuickVersions,
  Bulk: BulkFoundIn,
  Filter: (props) => <VersionFilter {...props} name="foundIn" label={texts.foundIn} />,
  named: knownVersions,
  filterText: ({ foundIn }, client) => filterTextOf(foundIn, client),
};

export const fixedInView: BugFieldView<'fixedIn'> = {
  name: 'fixedIn',
  label: texts.fixedIn,
  initial: '',
  Shown: WhereVersions,
  text: (version) => version?.name ?? texts.none,
  toValue: (id, { client, bug }) =>
    id === '' ? null : versionOf(id, client, bug.fixedIn ? [bug.fixedIn] : []),
  Value: ({ value }) => (value ? value.name : <Quiet>{texts.none}</Quiet>),
  inRow: (value) =>
    value && (
      <InRow title={texts.fixedInNamed(value.name)} data-version>
        {value.name}
      </InRow>
    ),
  moreColumns: (client) =>
    knownVersions(client).length > 0 ? [{ name: 'fixedIn', label: texts.fixedIn, width: 124 }] : [],
  Editor: FixedInEditor,
  Choice: FixedInChoice,
  Resolving: ResolvingIn,
  isAskedFor: (client) => client.getQueryData(versionsQuery.queryKey)?.some(isUsable) ?? false,
  Bulk: BulkFixedIn,
  Filter: (props) => <VersionFilter {...props} name="fixedIn" label={texts.fixedIn} />,
  group: {
    keyOf: (version) => version?._id ?? 'none',
    useGroups: useVersionGroups,
    useHasMore: () => false,
  },
  named: knownVersions,
  filterText: ({ fixedIn }, client) => filterTextOf(fixedIn, client),
};

function knownVersions(client: QueryClient): readonly VersionRef[] {
  return client.getQueryData(versionsQuery.queryKey) ?? [];
}

function namesOf(versions: readonly VersionRef[]): string {
  return versions.map(({ name }) => name).join(', ');
}

function without(versions: readonly VersionRef[], others: readonly VersionRef[]): readonly VersionRef[] {
  return versions.filter(({ _id }) => !others.some((other) => other._id === _id));
}

function versionOf(id: string, client: QueryClient, ofBug: readonly VersionRef[]): VersionRef {
  const known = [...knownVersions(client), ...ofBug];
  const found = known.find(({ _id }) => _id === id);
  return { _id: id, name: found?.name ?? texts.unknown };
}

function filterTextOf(wanted: string | undefined, client: QueryClient): string | undefined {
  if (wanted === undefined || wanted === 'none') return wanted && texts.noVersion;
  return namesOf(wanted.split(',').map((id) => versionOf(id, client, [])));
}

function useVersionGroups(): readonly Group[] {
  const { versions } = useVersions();
  const none = { key: 'none', label: texts.noVersion };
  const groups = versions.map((one) => ({ key: one._id, label: one.name, isArchived: !isUsable(one) }));
  return [none, ...groups];
}

/** The fields are shown if there are versions. */
function WhereVersions({ children }: ShownProps) {
  return useVersions().versions.length > 0 && children;
}

/** The versions that a bug can get, and its current ones. */
function useOptions(present: readonly VersionRef[]) {
  const { usable } = useVersions();
  const others = without(present, usable);
  return [...usable, ...others].map(({ _id, name }) => ({ value: _id, label: name }));
}

const none = { value: '', label: texts.none };

function FoundInEditor({ value, onChange, bug, name: _, inputRef: _ref, ...input }: EditorProps<'foundIn'>) {
  const options = useOptions(bug?.foundIn ?? []);
  if (options.length === 0) return null;
  return (
    <ManySelect
      {...input}
      texts={texts}
      options={options}
      value={value}
      onChange={(chosen) => onChange(chosen.toSorted())}
    />
  );
}

/** A new bug is not fixed in any version. */
function FixedInEditor({ value, bug, name: _, ...input }: EditorProps<'fixedIn'>) {
  const options = useOptions(bug?.fixedIn ? [bug.fixedIn] : []);
  if (!bug || options.length === 0) return null;
  return <SelectInput {...input} options={[none, ...options]} value={value} />;
}

function FixedInChoice({ value, onChange, ...menu }: ChoiceProps<'fixedIn'>) {
  const options = [...useOptions(value ? [value] : []), none];
  return (
    <ChoiceMenu
      {...menu}
      options={options}
      value={value?._id ?? ''}
      onChoose={(id) => {
        const chosen = options.find((option) => option.value === id);
        onChange(id === '' || !chosen ? null : { _id: id, name: chosen.label });
      }}
    />
  );
}

function ResolvingIn({ bug, inputs, onChange }: ResolvingProps) {
  const options = useOptions(bug.fixedIn ? [bug.fixedIn] : []);
  return (
    <SelectInput
      label={texts.fixedIn}
      options={[none, ...options]}
      value={inputs.fixedIn}
      // Choosing a version sets the resolution to fixed, unless another is chosen.
      onChange={(id) =>
        onChange({ fixedIn: id, ...(id !== '' && inputs.resolution === '' && { resolution: 'fixed' }) })
      }
    />
  );
}

function BulkFixedIn({ onChange }: BulkProps<'fixedIn'>) {
  const options = useOptions([]);
  if (options.length === 0) return null;
  return (
    <ButtonMenu label={texts.setFixedIn} options={[...options, none]} onChoose={(id) => onChange(() => id)} />
  );
}

function BulkFoundIn({ bugs, onChange }: BulkProps<'foundIn'>) {
  const options = useOptions([]);
  const present = [...new Map(bugs.flatMap(({ foundIn }) => foundIn).map((one) => [one._id, one])).values()];
  return (
    <>
      {options.length > 0 && (
        <ButtonMenu
          label={texts.addFoundIn}
          options={options}
          onChoose={(id) => onChange((ids) => [...ids.filter((other) => other !== id), id].toSorted())}
        />
      )}
      {present.length > 0 && (
        <ButtonMenu
          label={texts.removeFoundIn}
          options={present.map(({ _id, name }) => ({ value: _id, label: name }))}
          onChoose={(id) => onChange((ids) => ids.filter((other) => other !== id))}
        />
      )}
    </>
  );
}

interface VersionFilterProps extends FilterProps {
  name: 'foundIn' | 'fixedIn';
  label: string;
}

/** Filters the list by a version, or by none; an address can name several. */
function VersionFilter({ filter, onChange, name, label }: VersionFilterProps) {
  const { versions } = useVersions();
  const value = filter[name] ?? '';
  if (versions.length === 0 && value === '') return null;
  const options = [
    { value: '', label: texts.all },
    { value: 'none', label: texts.noVersion },
    ...versions.map((version) => ({ value: version._id, label: version.name })),
  ];
  const nameOf = (id: string) => options.find((option) => option.value === id)?.label ?? texts.unknown;
  const isOne = options.some((option) => option.value === value);
  return (
    <SelectInput
      label={label}
      options={options}
      value={isOne ? value : ''}
      shown={isOne ? undefined : value.split(',').map(nameOf).join(', ')}
      onChange={(chosen) => onChange({ [name]: chosen || undefined })}
    />
  );
}

const Quiet = styled('span')(({ theme }) => ({ color: theme.vars.palette.text.secondary }));

const InRow = styled(Quiet)(({ theme }) => ({
  maxWidth: theme.spacing(30),
  paddingInline: theme.spacing(1.5),
  marginInlineStart: theme.spacing(2),
  overflow: 'hidden',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 6,
  fontSize: theme.typography.caption.fontSize,
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
}));
