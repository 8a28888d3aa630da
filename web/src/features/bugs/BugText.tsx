import type { Bug } from '#contract/bugs.ts';
import { PriorityChip, StatusChip } from '#web/lib/bug-chips.tsx';
import { fieldLabels, unassigned } from '#web/lib/bug-labels.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { Time } from '#web/ui/Time.tsx';
import { DetailsGrid, Facts, WrittenText } from './details-parts.tsx';
import { detailsTexts } from './details-texts.ts';

/** A bug to read. */
export function BugText({ bug }: { bug: Bug }) {
  return (
    <DetailsGrid>
      <Surface>
        <WrittenText>{bug.description}</WrittenText>
      </Surface>
      <Facts>
        <div>
          <dt>{fieldLabels.status}</dt>
          <dd>
            <StatusChip status={bug.status} />
          </dd>
        </div>
        <div>
          <dt>{fieldLabels.priority}</dt>
          <dd>
            <PriorityChip priority={bug.priority} />
          </dd>
        </div>
        <div>
          <dt>{detailsTexts.createdBy}</dt>
          <dd>{bug.createdBy.name}</dd>
        </div>
        <div>
          <dt>{fieldLabels.assignedTo}</dt>
          <dd>{bug.assignedTo?.name ?? unassigned}</dd>
        </div>
        <div>
          <dt>{detailsTexts.createdAt}</dt>
          <dd>
            <Time value={bug.createdAt} format="date-time" />
          </dd>
        </div>
        <div>
          <dt>{detailsTexts.lastUpdated}</dt>
          <dd>
            <Time value={bug.updatedAt} format="date-time" />
          </dd>
        </div>
      </Facts>
    </DetailsGrid>
  );
}
