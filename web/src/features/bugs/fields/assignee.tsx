import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import type { QueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { UserRef } from '#contract/users.ts';
import type { BugFieldView, BulkProps, EditorProps, QuickProps } from '#web/lib/bug-field.ts';
import { fieldLabels, unassigned } from '#web/lib/bug-labels.ts';
import { ButtonMenu } from '#web/ui/ButtonMenu.tsx';
import { PersonName } from '#web/ui/PersonName.tsx';
import { ValueMenu } from '#web/ui/ValueMenu.tsx';
import { knownPeople, peopleOptions, usePeople } from '#web/features/bugs/data/use-people.ts';
import { PersonChoice } from './PersonChoice.tsx';
import { PersonFilter } from './PersonFilter.tsx';
import { fieldTexts } from './texts.ts';

/** Steps back behind names. */
const Nobody = styled('span')(({ theme }) => ({ color: theme.vars.palette.text.secondary }));

const PersonDialog = lazy(async () => ({ default: (await import('./PersonDialog.tsx')).PersonDialog }));

const noAssignee = { value: '', label: unassigned };
/** The selected bugs may have different assignees. */
const differs = { value: '-', label: '' };

export const assignedTo: BugFieldView<'assignedTo'> = {
  name: 'assignedTo',
  label: fieldLabels.assignedTo,
  createLabel: fieldTexts.assignTo,
  initial: '',
  text: (user) => user?.name ?? unassigned,
  toValue: (id, { client, bug }) =>
    id === '' ? null : (userOf(id, client, bug.assignedTo) ?? { _id: id, name: fieldTexts.unknownUser }),
  Value: ({ value }) =>
    value ? <PersonName id={value._id} name={value.name} /> : <Nobody>{unassigned}</Nobody>,
  Editor: AssigneeEditor,
  Quick: QuickAssignee,
  isPerson: true,
  Bulk: BulkAssignee,
  Filter: ({ filter, onChange }) => (
    <PersonFilter
      label={fieldLabels.assignedTo}
      value={filter.assignedTo}
      mayBeNobody
      onChange={(chosen) => onChange({ assignedTo: chosen })}
    />
  ),
  filterText: ({ assignedTo: chosen }, client) => personFilterText(chosen, client),
  column: { className: 'assignee', isLabelled: true },
};

/** A filter by a person in words. */
export function personFilterText(chosen: string | undefined, client: QueryClient): string | undefined {
  if (chosen === undefined) return undefined;
  if (chosen === 'me') return fieldTexts.me;
  if (chosen === 'none') return fieldTexts.unassigned;
  return userOf(chosen, client, null)?.name ?? fieldTexts.unknownUser;
}

function userOf(id: string, client: QueryClient, assignee: UserRef | null): UserRef | undefined {
  return withAssignee(knownPeople(client), assignee).find(({ _id }) => _id === id);
}

/** The possible assignees, with the present one even before the list has come. */
function withAssignee(users: readonly UserRef[], assignee: UserRef | null): readonly UserRef[] {
  if (assignee === null || users.some(({ _id }) => _id === assignee._id)) return users;
  return [assignee, ...users];
}

function AssigneeEditor({ bug, name: _, ...input }: EditorProps<'assignedTo'>) {
  // After a failure, the page of the form offers to try again.
  const { people } = usePeople({ retryOnMount: false });
  const users = withAssignee(people.users, bug?.assignedTo ?? null);
  return <PersonChoice {...input} fixed={[noAssignee]} people={{ ...people, users }} />;
}

function QuickAssignee({ label, name, value, onChange, children }: QuickProps<'assignedTo'>) {
  const [isAsked, setIsAsked] = useState(false);
  const [isSearching, setIsSearching] = useState(false);
  const {
    list: { data, error, refetch },
    people: offered,
  } = usePeople({ enabled: isAsked });
  const people = withAssignee(offered.users, value);
  const current = { value: value?._id ?? '', label: value?.name ?? unassigned };
  const few = value ? [noAssignee, current] : [noAssignee];
  return (
    <>
      <ValueMenu
        label={label}
        name={name}
        options={offered.isComplete ? [noAssignee, ...peopleOptions(people)] : few}
        value={current.value}
        onChange={(id) => onChange(people.find(({ _id }) => _id === id) ?? null)}
        onOpen={() => setIsAsked(true)}
        more={
          offered.isComplete
            ? undefined
            : { label: fieldTexts.person.find, onChoose: () => setIsSearching(true) }
        }
        after={
          data === undefined &&
          (error === null ? (
            <MenuItem disabled>{fieldTexts.loading}</MenuItem>
          ) : (
            <MenuItem onClick={() => void refetch()}>{fieldTexts.peopleFailed}</MenuItem>
          ))
        }
      >
        <span>{children}</span>
      </ValueMenu>
      {isSearching && (
        <Suspense>
          <PersonDialog
            label={label}
            fixed={[noAssignee]}
            people={offered}
            chosen={current}
            onChange={(_id, found = '') => {
              setIsSearching(false);
              if (_id !== current.value) onChange(_id === '' ? null : { _id, name: found });
            }}
            onClose={() => setIsSearching(false)}
          />
        </Suspense>
      )}
    </>
  );
}

function BulkAssignee({ onChange }: BulkProps<'assignedTo'>) {
  const { people } = usePeople();
  const [isSearching, setIsSearching] = useState(false);
  const choose = (id: string) => {
    setIsSearching(false);
    onChange(() => id);
  };
  return (
    <>
      <ButtonMenu
        label={fieldTexts.setAssignee}
        options={[noAssignee, ...peopleOptions(people.users)]}
        onOpen={people.isComplete ? undefined : () => setIsSearching(true)}
        onChoose={choose}
      />
      {isSearching && (
        <Suspense>
          <PersonDialog
            label={fieldTexts.setAssignee}
            fixed={[noAssignee]}
            people={people}
            chosen={differs}
            onChange={choose}
            onClose={() => setIsSearching(false)}
          />
        </Suspense>
      )}
    </>
  );
}
