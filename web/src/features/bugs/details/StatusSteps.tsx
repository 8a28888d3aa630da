import { type MouseEvent, useRef } from 'react';
import type { Status } from '#contract/bugs/bug-fields.ts';
import { fieldLabels } from '#web/lib/bugs/bug-labels.ts';
import { Button } from '#web/ui/Button.tsx';
import { ButtonRow } from '#web/ui/inputs/FormLayout.tsx';
import { detailsTexts } from './texts.ts';

interface Props {
  status: Status;
  onStep: (status: Status) => void;
}

/** The next steps in a bug's life: the most likely one is the primary button. */
export function StatusSteps({ status, onStep }: Props) {
  const group = useRef<HTMLDivElement>(null);

  function step(to: Status) {
    return ({ detail: clicks }: MouseEvent) => {
      // The second click of a double click would hit the button that replaced the first.
      if (clicks > 1) return;
      onStep(to);
      // The button disappears after the step.
      group.current?.focus({ preventScroll: true });
    };
  }

  const isResolved = status === 'resolved';
  return (
    <ButtonRow ref={group} role="group" tabIndex={-1} aria-label={fieldLabels.status}>
      {status === 'open' && (
        <Button variant="contained" onClick={step('in-progress')}>
          {detailsTexts.start}
        </Button>
      )}
      <Button
        key={isResolved ? 'reopen' : 'resolve'}
        variant={status === 'in-progress' ? 'contained' : 'outlined'}
        onClick={step(isResolved ? 'open' : 'resolved')}
      >
        {isResolved ? detailsTexts.reopen : detailsTexts.resolve}
      </Button>
    </ButtonRow>
  );
}
