import Button from '@mui/material/Button';
import { TextLink } from '#web/ui/links.tsx';
import type { BulkResult } from './bulk.ts';
import { count, Report } from './bulk-parts.tsx';

interface Props {
  verb: 'changed' | 'deleted';
  result: BulkResult;
  onClose: () => void;
}

/** What came of changing many bugs: how many were, which were not and why. */
export function BulkReport({ verb, result: { done, refused, left }, onClose }: Props) {
  return (
    <>
      <Report role="status">
        <strong>
          {`${count(done.length)} ${verb}`}
          {refused.length > 0 && `, ${refused.length} refused`}
          {left > 0 && `, ${left} left as they were`}.
        </strong>
        {refused.length > 0 && (
          <ul>
            {refused.map(({ bug, reason }) => (
              <li key={bug._id}>
                <TextLink to="/bugs/$id" params={{ id: bug._id }} look="underlined">
                  #{bug.number} {bug.title}
                </TextLink>
                {`: ${reason}`}
              </li>
            ))}
          </ul>
        )}
      </Report>
      <Button size="small" variant="outlined" onClick={onClose}>
        Close
      </Button>
    </>
  );
}
