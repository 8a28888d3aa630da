import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useEffect, useEffectEvent, useState } from 'react';
import { ButtonRow } from '#web/ui/inputs/ButtonRow.tsx';
import { Bar, Report } from '#web/ui/FloatingBar.tsx';
import { texts } from '#web/features/inbox/texts.ts';
import type { InboxActions } from './use-inbox-actions.ts';

/** How long a notice stays, in milliseconds, unless it has the focus or the pointer. A failure stays until it is closed. */
const offered = 10_000;

/** The result of an action, with an undo button. */
export function OutcomeNotice({ outcome, close }: Pick<InboxActions, 'outcome' | 'close'>) {
  const [isHeld, setHeld] = useState(false);
  const end = useEffectEvent(close);
  const stays = isHeld || outcome?.problem !== undefined;
  useEffect(() => {
    if (outcome === undefined || stays) return undefined;
    const timer = setTimeout(() => end(), offered);
    return () => clearTimeout(timer);
  }, [outcome, stays]);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    <div aria-live="polite">
      {outcome && (
        <Still onFocus={hold} onBlur={release} onMouseEnter={hold} onMouseLeave={release}>
          <Report>
            {outcome.problem ? (
              <span role="alert">
                <strong>{outcome.problem.title}</strong> {outcome.problem.text}
              </span>
            ) : (
              outcome.text
            )}
          </Report>
          <ButtonRow>
            {outcome.next && (
              <Button
                size="small"
                variant="outlined"
                onClick={() => {
                  setHeld(false);
                  outcome.next?.run();
                }}
              >
                {outcome.next.label}
              </Button>
            )}
            <Button size="small" onClick={close}>
              {texts.close}
            </Button>
          </ButtonRow>
        </Still>
      )}
    </div>
  );
}

const Still = styled(Bar)({ position: 'static' });
