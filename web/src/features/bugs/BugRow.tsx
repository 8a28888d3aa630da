import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { memo } from 'react';
import type { Bug } from '#contract/bugs.ts';
import { DeleteIcon } from '#web/ui/icons.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { Time } from '#web/ui/Time.tsx';
import { PriorityChip, StatusChip } from './chips.tsx';
import { unassigned } from './labels.ts';
import { rowHeight } from './table-parts.tsx';

interface Props {
  bug: Bug;
  rowIndex: number;
  /** Left out for those who may not delete the bug. */
  onDelete: ((bug: Bug) => void) | undefined;
}

export const BugRow = memo(function BugRow({ bug, rowIndex, onDelete }: Props) {
  const titleId = `bug-${bug._id}`;
  return (
    <Row hover aria-rowindex={rowIndex}>
      <TableCell className="title" title={bug.title}>
        <TextLink id={titleId} to="/bugs/$id" params={{ id: bug._id }} color="inherit">
          {bug.title}
        </TextLink>
      </TableCell>
      <TableCell className="status">
        <StatusChip status={bug.status} />
      </TableCell>
      <TableCell className="priority">
        <PriorityChip priority={bug.priority} />
      </TableCell>
      <TableCell className="assignee">{bug.assignedTo?.name ?? unassigned}</TableCell>
      <TableCell className="creator">{bug.createdBy.name}</TableCell>
      <TableCell className="created">
        <Time value={bug.createdAt} format="date" />
      </TableCell>
      <TableCell className="actions">
        <TextLink to="/bugs/$id" params={{ id: bug._id }} aria-describedby={titleId}>
          View
        </TextLink>
        {onDelete && (
          <IconButton
            size="small"
            aria-label="Delete"
            aria-describedby={titleId}
            onClick={() => onDelete(bug)}
          >
            <DeleteIcon />
          </IconButton>
        )}
      </TableCell>
    </Row>
  );
});

const Row = styled(TableRow)(({ theme }) => ({
  height: rowHeight,
  '& a': {
    display: 'inline-block',
    maxWidth: '100%',
    paddingBlock: theme.spacing(1),
    verticalAlign: 'middle',
  },
  '& .title a': { overflow: 'hidden', textOverflow: 'ellipsis', fontWeight: 500 },
  '& .actions button': { marginInlineStart: theme.spacing(2), color: theme.vars.palette.text.secondary },
}));
