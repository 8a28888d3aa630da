import MenuItem from '@mui/material/MenuItem';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Priority, Status } from '#contract/bugs.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { PriorityChip, StatusChip } from '#web/lib/bug-chips.tsx';
import { fieldLabels, unassigned } from '#web/lib/bug-labels.ts';
import type { Option } from '#web/ui/SelectInput.tsx';
import { ValueMenu } from '#web/ui/ValueMenu.tsx';
import { changeTexts } from '#web/features/bugs/change/texts.ts';
import { withAssignee } from '#web/features/bugs/change/with-assignee.ts';
import { usersQuery } from '#web/features/bugs/data/queries.ts';
import type { QuickField } from '#web/features/bugs/form/bug-form.ts';
import { assigneeOptions, priorityOptions, statusOptions, valueOf } from '#web/features/bugs/form/labels.ts';
import { Fact } from './details.styles.tsx';
import { detailsTexts } from './texts.ts';

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
  const { data, error, refetch } = useQuery({ ...usersQuery, enabled: isAsked });
  const people = withAssignee(data, bug.assignedTo);
  return (
    <QuickFact
      {...props}
      field="assignedTo"
      options={assigneeOptions(people)}
      value={bug.assignedTo?._id ?? ''}
      wanted={(id) => ({ ...bug, assignedTo: people.find(({ _id }) => _id === id) ?? null })}
      onOpen={() => setIsAsked(true)}
      after={
        data === undefined &&
        (error === null ? (
          <MenuItem disabled>{detailsTexts.loading}</MenuItem>
        ) : (
          <MenuItem onClick={() => void refetch()}>{changeTexts.peopleFailed}</MenuItem>
        ))
      }
    >
      <span>{bug.assignedTo?.name ?? unassigned}</span>
    </QuickFact>
  );
}

interface QuickFactProps extends Props {
  field: QuickField;
  options: readonly Option[];
  value: string;
  /** The bug with another value. */
  wanted: (value: string) => Bug;
  onOpen?: () => void;
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
