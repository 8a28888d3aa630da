import type { Bug } from '#contract/bugs.ts';
import { unassigned } from '#web/lib/bug-labels.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { Time } from '#web/ui/Time.tsx';
import { PriorityChip, StatusChip } from './chips.tsx';
import { DetailsGrid, Facts, WrittenText } from './details-parts.tsx';

/** A bug to read. */
export function BugText({ bug }: { bug: Bug }) {
  return (
    <DetailsGrid>
      <Surface>
        <WrittenText>{bug.description}</WrittenText>
      </Surface>
      <Facts>
        <div>
          <dt>Status</dt>
          <dd>
            <StatusChip status={bug.status} />
          </dd>
        </div>
        <div>
          <dt>Priority</dt>
          <dd>
            <PriorityChip priority={bug.priority} />
          </dd>
        </div>
        <div>
          <dt>Created By</dt>
          <dd>{bug.createdBy.name}</dd>
        </div>
        <div>
          <dt>Assigned To</dt>
          <dd>{bug.assignedTo?.name ?? unassigned}</dd>
        </div>
        <div>
          <dt>Created At</dt>
          <dd>
            <Time value={bug.createdAt} format="date-time" />
          </dd>
        </div>
        <div>
          <dt>Last Updated</dt>
          <dd>
            <Time value={bug.updatedAt} format="date-time" />
          </dd>
        </div>
      </Facts>
    </DetailsGrid>
  );
}
