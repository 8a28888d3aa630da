import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useState } from 'react';
import type { Label } from '#contract/labels.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { MenuCell, StackingCell, StackingTable, TableFrame } from '#web/ui/StackingTable.tsx';
import { LabelChip } from '#web/features/labels/LabelChips.tsx';
import { useUpdateLabel } from '#web/features/labels/mutations.ts';
import { pageTexts } from './texts.ts';

/** What is being done, and to which label. */
export interface Doing {
  readonly is: 'edit' | 'merge' | 'delete';
  /** Undefined for a new one. */
  readonly label: Label | undefined;
}

interface Props {
  labels: readonly Label[];
  onDo: (doing: Doing) => void;
}

/** All labels in rows, with one menu for all of them. */
export function LabelTable({ labels, onDo }: Props) {
  const [menu, setMenu] = useState<{ label: Label; anchor: HTMLElement }>();
  const update = useUpdateLabel();
  const close = () => setMenu(undefined);
  const item = (text: string, act: (label: Label) => void) => (
    <MenuItem
      onClick={() => {
        close();
        if (menu) act(menu.label);
      }}
    >
      {text}
    </MenuItem>
  );
  return (
    <>
      {update.error && <Notice title={pageTexts.saveFailed} text={reasonOf(update.error)} />}
      <TableFrame>
        <Root>
          <TableHead>
            <TableRow>
              <TableCell>{pageTexts.label}</TableCell>
              <TableCell>{pageTexts.description}</TableCell>
              <TableCell className="status">{pageTexts.status}</TableCell>
              <TableCell className="actions">{pageTexts.actions}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {labels.map((label) => (
              <TableRow key={label._id} hover>
                <StackingCell label={pageTexts.label} className="name" id={`label-${label._id}`}>
                  <span>
                    <LabelChip label={label} />
                  </span>
                </StackingCell>
                <StackingCell label={pageTexts.description} title={label.description}>
                  {label.description}
                </StackingCell>
                <StackingCell label={pageTexts.status} className="status">
                  {label.archived ? pageTexts.archived : pageTexts.active}
                </StackingCell>
                <MenuCell
                  label={pageTexts.actions}
                  describedBy={`label-${label._id}`}
                  onOpen={(anchor) => setMenu({ label, anchor })}
                />
              </TableRow>
            ))}
          </TableBody>
        </Root>
      </TableFrame>
      <Menu open={menu !== undefined} anchorEl={menu?.anchor ?? null} onClose={close}>
        {item(pageTexts.edit, (label) => onDo({ is: 'edit', label }))}
        {labels.length > 1 && item(pageTexts.merge, (label) => onDo({ is: 'merge', label }))}
        {item(menu?.label.archived ? pageTexts.restore : pageTexts.archive, ({ _id, archived }) =>
          update.mutate({ id: _id, body: { archived: !archived } }),
        )}
        {item(pageTexts.delete, (label) => onDo({ is: 'delete', label }))}
      </Menu>
    </>
  );
}

const Root = styled(StackingTable)(({ theme }) => ({
  [theme.breakpoints.up('md')]: {
    '& .status': { width: theme.spacing(28) },
  },
}));
