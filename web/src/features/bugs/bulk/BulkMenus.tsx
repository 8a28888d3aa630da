import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usersQuery } from '#web/features/bugs/data/queries.ts';
import { assigneeOptions, priorityOptions, statusOptions } from '#web/features/bugs/form/labels.ts';
import { bulkTexts } from './texts.ts';
import type { BulkChange } from './use-bulk.ts';

/** The changes that can be made to many bugs at once, each a menu of what to change it to. */
export function BulkMenus({ onChange }: { onChange: (change: BulkChange) => void }) {
  const { data: users = [] } = useQuery(usersQuery);
  const [open, setOpen] = useState<{ field: keyof BulkChange; anchor: HTMLElement }>();
  const fields = [
    { field: 'status', label: bulkTexts.setStatus, options: statusOptions },
    { field: 'priority', label: bulkTexts.setPriority, options: priorityOptions },
    { field: 'assignedTo', label: bulkTexts.setAssignee, options: assigneeOptions(users) },
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
        open={open?.field === field}
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
    </span>
  ));
}
