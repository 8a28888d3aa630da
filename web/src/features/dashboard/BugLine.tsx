import { Ago } from '#web/lib/time/Ago.tsx';
import type { Bug } from '#web/lib/api/specified.ts';
import { PriorityChip, StatusChip } from '#web/lib/bugs/bug-chips.tsx';
import { followFromTime, TextLink } from '#web/ui/links.tsx';
import { Aside, Half, Line } from './line.styles.tsx';
import { texts } from './texts.ts';

/** A bug in one of the dashboard's lists. Bugs include their creator, but not the last user who changed them. */
export function BugLine({ bug }: { bug: Bug }) {
  return (
    <Line onClick={followFromTime} onAuxClick={followFromTime}>
      <Half>
        {bug.number !== undefined && <Aside>#{bug.number}</Aside>}
        <TextLink to="/bugs/$id" params={{ id: bug._id }} look="plain" title={bug.title}>
          {bug.title}
        </TextLink>
        <Aside>
          <Ago value={bug.updatedAt} />
        </Aside>
      </Half>
      <Half>
        <StatusChip status={bug.status} isNamed />
        <PriorityChip priority={bug.priority} isNamed />
        <Aside>{bug.version === 1 ? texts.filedBy(bug.createdBy.name) : texts.changed}</Aside>
      </Half>
    </Line>
  );
}
