import { counted, formatNumber } from '#web/language/language.ts';
import { bugName } from '#web/lib/bugs/bug-number.ts';
import { Button } from '#web/ui/Button.tsx';
import { ButtonRow } from '#web/ui/inputs/FormLayout.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { Report } from '#web/ui/FloatingBar.tsx';
import type { BulkResult } from './bulk.ts';
import { bulkTexts } from './texts.ts';
import type { BulkVerb } from './use-bulk.ts';

interface Props {
  verb: BulkVerb;
  result: BulkResult;
  undo: (() => Promise<void>) | undefined;
  onClose: () => void;
}

/** The result of a bulk change: how many succeeded, which failed and why, and which have an unknown outcome. */
export function BulkReport({ verb, result: { done, refused, unclear, left }, undo, onClose }: Props) {
  const failed = [...refused, ...unclear];
  return (
    <>
      <Report role="status">
        <strong>
          {bulkTexts[verb](counted(done.length, bulkTexts.bug))}
          {refused.length > 0 && `, ${bulkTexts.refused(formatNumber(refused.length))}`}
          {unclear.length > 0 && `, ${bulkTexts.unclear(formatNumber(unclear.length))}`}
          {left > 0 && `, ${bulkTexts.left(formatNumber(left))}`}.
        </strong>
        {failed.length > 0 && (
          <ul>
            {failed.map(({ bug, reason }) => (
              <li key={bug._id}>
                <TextLink to="/bugs/$id" params={{ id: bug._id }} look="underlined">
                  {bugName(bug)}
                </TextLink>
                {`: ${reason}`}
              </li>
            ))}
          </ul>
        )}
      </Report>
      <ButtonRow>
        {undo && (
          <Button size="small" variant="outlined" onClick={() => void undo()}>
            {bulkTexts.undo}
          </Button>
        )}
        <Button size="small" variant="outlined" onClick={onClose}>
          {bulkTexts.close}
        </Button>
      </ButtonRow>
    </>
  );
}
