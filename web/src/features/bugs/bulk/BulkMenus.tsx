import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { lazy, Suspense, useState } from 'react';
import { usePeople } from '#web/features/bugs/data/use-people.ts';
import {
  assigneeOptions,
  noAssignee,
  priorityOptions,
  statusOptions,
} from '#web/features/bugs/form/labels.ts';
import { bulkTexts } from './texts.ts';
import type { BulkChange } from './use-bulk.ts';

/** They may have different ones. */
const nobodyYet = { value: '-', label: '' };
const PersonDialog = lazy(async () => ({
  default: (await import('#web/features/bugs/form/PersonDialog.tsx')).PersonDialog,
}));

/** The changes that can be made to many bugs at once, each a menu of what to change it to. */
export function BulkMenus({ onChange }: { onChange: (change: BulkChange) => void }) {
  const { people } = usePeople();
  const [open, setOpen] = useState<{ field: keyof BulkChange; anchor: HTMLElement }>();
  const isSearched = (field: keyof BulkChange) => field === 'assignedTo' && !people.isComplete;
  const fields = [
    { field: 'status', label: bulkTexts.setStatus, options: statusOptions },
    { field: 'priority', label: bulkTexts.setPriority, options: priorityOptions },
    { field: 'assignedTo', label: bulkTexts.setAssignee, options: assigneeOptions(people.users) },
  ] as const;
  return fields.map(({ field, label, options }) => (
    <span key={field}>
      <Button
        size="small"
        variant="outlined"
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setOpen({ field, anchor: currentTarget })}
      >
        {label}
      </Button>
      <Menu
        open={open?.field === field && !isSearched(field)}
        anchorEl={open?.anchor ?? null}
        onClose={() => setOpen(undefined)}
        slotProps={{ list: { 'aria-label': label } }}
      >
        {options.map((option) => (
          <MenuItem
            key={option.value}
            onClick={() => {
              setOpen(undefined);
              onChange({ [field]: option.value });
            }}
          >
            {option.label}
          </MenuItem>
        ))}
      </Menu>
      {open?.field === field && isSearched(field) && (
        <Suspense>
          <PersonDialog
            label={label}
            fixed={[noAssignee]}
            people={people}
            chosen={nobodyYet}
            onChange={(assignedTo) => {
              setOpen(undefined);
              onChange({ assignedTo });
            }}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </span>
  ));
}
