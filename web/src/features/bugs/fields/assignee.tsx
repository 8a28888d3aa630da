import type { QueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { bugFields } from '#contract/bugs/bug-fields.ts';
import type { UserRef } from '#contract/accounts/users.ts';
import type {
  BugFieldView,
  BulkProps,
  ChoiceProps,
  EditorProps,
  Group,
  ListFilter,
} from '#web/lib/bugs/bug-field.ts';
import { additionsOffered } from '#web/lib/api/back-end.ts';
import { fieldLabels, unassigned } from '#web/lib/bugs/bug-labels.ts';
import { openable } from '#web/lib/keyboard/openable.tsx';
import { useUser } from '#web/lib/session/auth-context.ts';
import { marked, MarkedPerson, useSuspended } from '#web/lib/suspended-users.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SelectInput } from '#web/ui/inputs/SelectInput.tsx';
import { usersQuery } from '#web/features/bugs/data/queries.ts';
import { knownPeople, peopleOptions, usePeople } from '#web/features/bugs/data/use-people.ts';
import { fieldTexts } from './texts.ts';
import type { PersonInputProps } from './PersonPicker.tsx';
import styles from './assignee.module.css';

export const PersonPicker = openable(async () => (await import('./PersonPicker.tsx')).PersonPicker);

const noAssignee = { value: '', label: unassigned };

export const assignedTo: BugFieldView<'assignedTo'> = {
  name: 'assignedTo',
  label: fieldLabels.assignedTo,
  createLabel: fieldTexts.assignTo,
  initial: '',
  text: (user) => user?.name ?? unassigned,
  toValue: (id, { client, bug }) =>
    id === '' ? null : (userOf(id, client, bug.assignedTo) ?? { _id: id, name: fieldTexts.unknownUser }),
  inAddress: { name: 'assignedTo', read: assigneeInAddress },
  Value: ({ value }) =>
    value ? <MarkedPerson {...value} /> : <span className={styles.unassigned}>{unassigned}</span>,
  Editor: AssigneeEditor,
  Choice: AssigneeChoice,
  Bulk: BulkAssignee,
  filter: {
    parameter: 'assignedTo',
    label: fieldTexts.assignedTo,
    isOfPeople: true,
    useOptions: () => [oneself, { value: 'none', label: fieldTexts.noOne }],
  },
  named: knownPeople,
  filterText: ({ assignedTo: chosen }, client) => personFilterText(chosen, client),
  group: {
    keyOf: (user) => user?._id ?? 'none',
    useGroups: useAssigneeGroups,
    useHasMore: () => !usePeople().people.isComplete,
  },
  column: { className: 'assignee', width: 164, isLabelled: true },
};

/** The groups by assignee: first that of unassigned bugs, then the user's own, then those of the others. */
function useAssigneeGroups(areShown: boolean): readonly Group[] {
  const { _id: me, name: myName } = useUser();
  const { users } = usePeople({ enabled: areShown }).people;
  const suspended = marked(useSuspended());
  const others = [...users, ...suspended].filter(({ _id }) => _id !== me);
  return [
    { key: 'none', label: unassigned },
    { key: me, label: myName },
    ...others.map(({ _id, name }) => ({ key: _id, label: name })),
  ];
}

/** The assignee's id in an address, which has a user's id or `me`. */
async function assigneeInAddress(
  text: string,
  { client, userId }: { client: QueryClient; userId: string },
): Promise<string | undefined> {
  if (text === 'me') return userId;
  const { users, isComplete } = await client.query(usersQuery);
  const isOffered = users.some(({ _id }) => _id === text);
  // Suspended users are not in the list.
  const isKnown =
    isOffered ||
    ((!isComplete || additionsOffered() === true) && bugFields.assignedTo.input.safeParse(text).success);
  return isKnown ? text : undefined;
}

const oneself = { value: 'me', label: fieldTexts.me };

/** The filter by who filed a bug. */
export const createdByFilter: ListFilter = {
  parameter: 'createdBy',
  label: fieldTexts.createdBy,
  isOfPeople: true,
  useOptions: () => [oneself],
};

/** A filter by people in words. */
export function personFilterText(chosen: string | undefined, client: QueryClient): string | undefined {
  const named: Readonly<Record<string, string>> = { me: fieldTexts.me, none: unassigned };
  return chosen
    ?.split(',')
    .map((one) => named[one] ?? userOf(one, client, null)?.name ?? fieldTexts.unknownUser)
    .join(', ');
}

function userOf(id: string, client: QueryClient, assignee: UserRef | null): UserRef | undefined {
  return withAssignee(knownPeople(client), assignee).find(({ _id }) => _id === id);
}

/** The possible assignees, including the current one even before the list is loaded. */
function withAssignee(users: readonly UserRef[], assignee: UserRef | null): readonly UserRef[] {
  if (assignee === null || users.some(({ _id }) => _id === assignee._id)) return users;
  return [assignee, ...users];
}

function AssigneeEditor({ bug, stored = null, ...input }: EditorProps<'assignedTo'>) {
  // After a failure, the form's page offers a retry.
  const { people } = usePeople({ retryOnMount: false });
  const suspended = useSuspended();
  const assignee = bug?.assignedTo ?? stored;
  const shown = marked(suspended).find(({ _id }) => _id === assignee?._id) ?? assignee;
  const users = withAssignee(people.users, shown);
  return <PersonChoice {...input} fixed={[noAssignee]} people={{ ...people, users }} />;
}

function AssigneeChoice({ value, onChange, ...picker }: ChoiceProps<'assignedTo'>) {
  return (
    <PersonPicker
      {...picker}
      onChoose={(_id, name) => {
        if (_id !== (value?._id ?? '')) onChange(_id === '' ? null : { _id, name });
      }}
    />
  );
}

function BulkAssignee({ onChange }: BulkProps<'assignedTo'>) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {fieldTexts.setAssignee}
      </Button>
      {anchor && (
        <PersonPicker
          anchor={anchor}
          label={fieldTexts.setAssignee}
          onChoose={(id) => onChange(() => id)}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </>
  );
}

// Lazy, because few trackers have enough users to need it.
const PersonInput = lazy(async () => ({ default: (await import('./PersonPicker.tsx')).PersonInput }));

interface PersonChoiceProps extends Omit<PersonInputProps, 'chosen'> {
  value: string;
  name?: string;
}

/** A select of a user: a list of all users, or a search field if there are too many. */
function PersonChoice({ value, name, ...props }: PersonChoiceProps) {
  const { people, fixed, ...input } = props;
  const options = [...fixed, ...peopleOptions(people.users)];
  const known = options.find((option) => option.value === value);
  const chosen = known ?? { value, label: fieldTexts.unknownUser };
  const select = { ...input, value, options: known ? options : [...options, chosen] };
  const list = <SelectInput {...select} {...(name !== undefined && { name })} />;
  if (people.isComplete) return list;
  return (
    <Suspense fallback={list}>
      <PersonInput {...props} chosen={chosen} />
    </Suspense>
  );
}
