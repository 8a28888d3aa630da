import { styled } from '@mui/material/styles';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { AuditEntry } from '#contract/admin/audit.ts';
import { StackingTable, TableFrame } from '#web/ui/StackingTable.tsx';
import { AuditRow } from './AuditRow.tsx';
import { auditTexts } from './texts.ts';

/** The entries of the audit trail, newest first. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <TableFrame>
      <AuditTableRoot>
        <TableHead>
          <TableRow>
            <TableCell className="when">{auditTexts.when}</TableCell>
            <TableCell className="what">{auditTexts.action}</TableCell>
            <TableCell>{auditTexts.who}</TableCell>
            <TableCell>{auditTexts.whom}</TableCell>
            <TableCell>{auditTexts.details}</TableCell>
            <TableCell className="address">{auditTexts.address}</TableCell>
            <TableCell className="request">{auditTexts.request}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {entries.map((entry) => (
            <AuditRow key={entry._id} entry={entry} />
          ))}
        </TableBody>
      </AuditTableRoot>
    </TableFrame>
  );
}

const AuditTableRoot = styled(StackingTable)(({ theme }) => ({
  [theme.breakpoints.up('md')]: {
    '& .when': { width: theme.spacing(48) },
    '& .what': { width: theme.spacing(36) },
    '& .address': { width: theme.spacing(30) },
    '& .request': { width: theme.spacing(22) },
  },
}));
