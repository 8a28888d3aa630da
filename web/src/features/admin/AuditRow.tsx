import TableRow from '@mui/material/TableRow';
import { memo } from 'react';
import type { AuditEntry } from '#contract/audit.ts';
import type { UserRef } from '#contract/users.ts';
import { TextLink } from '#web/ui/links.tsx';
import { StackingCell } from '#web/ui/StackingTable.tsx';
import { Time } from '#web/ui/Time.tsx';
import { actionLabel } from './audit-labels.ts';

export const AuditRow = memo(function AuditRow({ entry }: { entry: AuditEntry }) {
  return (
    <TableRow hover>
      <StackingCell label="When" className="when">
        <Time value={entry.at} format="date-time" />
      </StackingCell>
      <StackingCell label="Action" className="what">
        {actionLabel(entry.action)}
      </StackingCell>
      <Person label="Who" person={entry.actor} />
      <Person label="Whom" person={entry.subject} />
      <StackingCell label="Details" title={entry.details}>
        {entry.details}
      </StackingCell>
      <StackingCell label="Address" className="address" title={entry.address}>
        {entry.address}
      </StackingCell>
      <StackingCell label="Request" className="request" title={entry.requestId}>
        {entry.requestId}
      </StackingCell>
    </TableRow>
  );
});

/** A name leads to all that its user did or had done to them. */
function Person({ label, person }: { label: string; person: UserRef | null }) {
  if (!person) return <StackingCell label={label} />;
  return (
    <StackingCell label={label} title={person.name}>
      <TextLink to="/admin/audit" search={{ user: person._id }} look="plain">
        {person.name}
      </TextLink>
    </StackingCell>
  );
}
