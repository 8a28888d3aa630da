import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Problem } from '#web/lib/form/problem.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { texts } from './texts.ts';

interface Props {
  number: number;
  problem: Problem | undefined;
  isBusy: boolean;
  /** A click moves the focus; a key leaves it in the text field. */
  takesFocus: boolean;
  onSame: () => void;
}

/** The actions for the bug that is shown beside the new one. */
export function ShownActions({ number, problem, isBusy, takesFocus, onSame }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const begin = useEffectEvent(() => {
    if (takesFocus) button.current?.focus();
  });
  useEffect(() => begin(), []);
  return (
    <Actions>
      {problem && <Notice {...problem} />}
      <Button
        ref={button}
        variant="outlined"
        aria-disabled={isBusy}
        aria-label={texts.sameAs(`#${number}`)}
        onClick={onSame}
      >
        {isBusy ? texts.sending : texts.same}
      </Button>
      <Hint>{texts.sameHelp}</Hint>
    </Actions>
  );
}

const Actions = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(2),
  justifyItems: 'start',
  marginBottom: theme.spacing(4),
}));

export const Hint = styled('p')(({ theme }) => ({
  ...theme.typography.caption,
  margin: 0,
  color: theme.vars.palette.text.secondary,
}));
