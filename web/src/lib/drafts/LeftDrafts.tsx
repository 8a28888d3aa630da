import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { countDrafts, dropDraftsOf } from './draft-store.ts';
import { texts } from './texts.ts';

/** The notice after sign-out that the user's unsaved texts remain in this browser, with a button that removes them. */
export function LeftDrafts({ userId }: { userId: string }) {
  const [count] = useState(() => countDrafts(userId));
  const [isRemoved, setRemoved] = useState(false);
  if (isRemoved) return <Notice severity="success" title={texts.removed} />;
  if (count === 0) return null;
  return (
    <Notice
      severity="info"
      title={texts.left(count)}
      text={texts.leftText}
      actions={
        <Button
          variant="outlined"
          size="small"
          onClick={() => {
            dropDraftsOf(userId);
            setRemoved(true);
          }}
        >
          {texts.remove}
        </Button>
      }
    />
  );
}
