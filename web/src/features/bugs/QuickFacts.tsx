import MenuItem from '@mui/material/MenuItem';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Bug, Priority, Status } from '#contract/bugs.ts';
import { fieldLabels, priorityLabels, statusLabels, unassigned } from '#web/lib/bug-labels.ts';
import { ValueMenu } from '#web/ui/ValueMenu.tsx';
import { PriorityChip, StatusChip } from '#web/lib/bug-chips.tsx';
import { Fact } from './details-parts.tsx';
import { detailsTexts } from './details-texts.ts';
import type { QuickField } from './field-change.ts';
import { priorityOptions, statusOptions } from './labels.ts';
import { usersQuery } from './queries.ts';
import { changeTexts } from './change-texts.ts';
import { withAssignee } from './with-assignee.ts';

interface Props {
  bug: Bug;
  /** It is on its way to the server. */
  isSaving: boolean;
  /** Left out where the value is only to be read. */
  onChange: ((field: QuickField, wanted: Bug) => void) | undefined;
}

export function StatusFact({ bug, isSaving, onChange }: Props) {
  const label = fieldLabels.status;
  const chip = <StatusChip status={bug.status} />;
  return (
    <Fact label={label} isSaving={isSaving}>
      {onChange ? (
        <ValueMenu
          label={label}
          name={changeTexts.change(label, statusLabels[bug.status])}
          options={statusOptions}
          value={bug.status}
          onChange={(status) => onChange('status', { ...bug, status: status as Status })}
        >
          {chip}
        </ValueMenu>
      ) : (
        chip
      )}
    </Fact>
  );
}

export function PriorityFact({ bug, isSaving, onChange }: Props) {
  const label = fieldLabels.priority;
  const chip = <PriorityChip priority={bug.priority} />;
  return (
    <Fact label={label} isSaving={isSaving}>
      {onChange ? (
        <ValueMenu
          label={label}
          name={changeTexts.change(label, priorityLabels[bug.priority])}
          options={priorityOptions}
          value={bug.priority}
          onChange={(priority) => onChange('priority', { ...bug, priority: priority as Priority })}
        >
          {chip}
        </ValueMenu>
      ) : (
        chip
      )}
    </Fact>
  );
}

export function AssigneeFact({ bug, isSaving, onChange }: Props) {
  const label = fieldLabels.assignedTo;
  const name = bug.assignedTo?.name ?? unassigned;
  const [isAsked, setIsAsked] = useState(false);
  const { data, error, refetch } = useQuery({ ...usersQuery, enabled: isAsked });
  const people = withAssignee(data, bug.assignedTo);
  const options = people.map((person) => ({ value: person._id, label: person.name }));
  return (
    <Fact label={label} isSaving={isSaving}>
      {onChange ? (
        <ValueMenu
          label={label}
          name={changeTexts.change(label, name)}
          options={[{ value: '', label: unassigned }, ...options]}
          value={bug.assignedTo?._id ?? ''}
          onOpen={() => setIsAsked(true)}
          onChange={(id) =>
            onChange('assignedTo', { ...bug, assignedTo: people.find(({ _id }) => _id === id) ?? null })
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
          <span>{name}</span>
        </ValueMenu>
      ) : (
        name
      )}
    </Fact>
  );
}
