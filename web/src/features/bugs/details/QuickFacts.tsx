import MenuItem from '@mui/material/MenuItem';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Priority, Status } from '#contract/bugs.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { PriorityChip, StatusChip } from '#web/lib/bug-chips.tsx';
import { fieldLabels, unassigned } from '#web/lib/bug-labels.ts';
import type { Option } from '#web/ui/SelectInput.tsx';
import { ValueMenu } from '#web/ui/ValueMenu.tsx';
import { changeTexts } from '#web/features/bugs/change/texts.ts';
import { withAssignee } from '#web/features/bugs/change/with-assignee.ts';
import { usePeople } from '#web/features/bugs/data/use-people.ts';
import type { QuickField } from '#web/features/bugs/form/bug-form.ts';
import {
  assigneeOptions,
  noAssignee,
  priorityOptions,
  statusOptions,
  valueOf,
} from '#web/features/bugs/form/labels.ts';
import { personTexts } from '#web/features/bugs/form/person-texts.ts';
import { Fact } from './details.styles.tsx';
import { detailsTexts } from './texts.ts';

const PersonDialog = lazy(async () => ({
  default: (await import('#web/features/bugs/form/PersonDialog.tsx')).PersonDialog,
}));

interface Props {
  bug: Bug;
  /** It is on its way to the server. */
  isSaving: boolean;
  /** Left out where the value is only to be read. */
  onChange: ((field: QuickField, wanted: Bug) => void) | undefined;
}

export function StatusFact(props: Props) {
  const { bug } = props;
  return (
    <QuickFact
      {...props}
      field="status"
      options={statusOptions}
      value={bug.status}
      wanted={(status) => ({ ...bug, status: status as Status })}
    >
      <StatusChip status={bug.status} />
    </QuickFact>
  );
}

export function PriorityFact(props: Props) {
  const { bug } = props;
  return (
    <QuickFact
      {...props}
      field="priority"
      options={priorityOptions}
      value={bug.priority}
      wanted={(priority) => ({ ...bug, priority: priority as Priority })}
    >
      <PriorityChip priority={bug.priority} />
    </QuickFact>
  );
}

export function AssigneeFact(props: Props) {
  const { bug } = props;
  const [isAsked, setIsAsked] = useState(false);
  const {
    list: { data, error, refetch },
    people: offered,
  } = usePeople({ enabled: isAsked });
  const [isSearching, setIsSearching] = useState(false);
  const people = withAssignee(offered.users, bug.assignedTo);
  const current = { value: bug.assignedTo?._id ?? '', label: bug.assignedTo?.name ?? unassigned };
  const few = bug.assignedTo ? [noAssignee, current] : [noAssignee];
  return (
    <>
      <QuickFact
        {...props}
        field="assignedTo"
        options={offered.isComplete ? assigneeOptions(people) : few}
        value={current.value}
        wanted={(id) => ({ ...bug, assignedTo: people.find(({ _id }) => _id === id) ?? null })}
        onOpen={() => setIsAsked(true)}
        more={
          offered.isComplete ? undefined : { label: personTexts.find, onChoose: () => setIsSearching(true) }
        }
        after={
          data === undefined &&
          (error === null ? (
            <MenuItem disabled>{detailsTexts.loading}</MenuItem>
          ) : (
            <MenuItem onClick={() => void refetch()}>{changeTexts.peopleFailed}</MenuItem>
          ))
        }
      >
        <span>{current.label}</span>
      </QuickFact>
      {isSearching && (
        <Suspense>
          <PersonDialog
            label={fieldLabels.assignedTo}
            fixed={[noAssignee]}
            people={offered}
            chosen={current}
            onChange={(_id, name = '') => {
              setIsSearching(false);
              if (_id !== current.value)
                props.onChange?.('assignedTo', { ...bug, assignedTo: _id === '' ? null : { _id, name } });
            }}
            onClose={() => setIsSearching(false)}
          />
        </Suspense>
      )}
    </>
  );
}

interface QuickFactProps extends Props {
  field: QuickField;
  options: readonly Option[];
  value: string;
  /** The bug with another value. */
  wanted: (value: string) => Bug;
  onOpen?: () => void;
  more?: { label: string; onChoose: () => void } | undefined;
  after?: ReactNode;
  children: ReactNode;
}

/** A fact, and for those who may change it the menu of what it can be. */
function QuickFact({ field, bug, isSaving, onChange, wanted, children, ...menu }: QuickFactProps) {
  const label = fieldLabels[field];
  return (
    <Fact label={label} isSaving={isSaving}>
      {onChange ? (
        <ValueMenu
          {...menu}
          label={label}
          name={changeTexts.change(label, valueOf(bug, field))}
          onChange={(value) => onChange(field, wanted(value))}
        >
          {children}
        </ValueMenu>
      ) : (
        children
      )}
    </Fact>
  );
}
