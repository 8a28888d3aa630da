import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { type ReactNode, type Ref, useState } from 'react';
import { Notice } from './states/Notice.tsx';

interface Props {
  button: {
    readonly label: string;
    readonly title: string;
    readonly isOn: boolean;
    /** Whether the form that it opens is open; undefined if it opens none. */
    readonly isExpanded?: boolean | undefined;
    readonly ref?: Ref<HTMLButtonElement>;
    readonly onPress: () => void;
  };
  /** The count as text. */
  count: string | undefined;
  /** The list of users, opened by the count. Undefined for users who may not see it. */
  list: ReactNode;
  problem: { readonly title: string; readonly text?: string } | undefined;
  /** The form that the button opens. */
  children?: ReactNode;
}

/** A toggle that users turn on for themselves, and the number of users who have done so. */
export function CountedToggle({ button, count, list, problem, children }: Props) {
  const [isListed, setListed] = useState(false);
  const { label, title, isOn, isExpanded, ref, onPress } = button;
  return (
    <Frame>
      <Line>
        <Button
          ref={ref}
          size="small"
          variant="outlined"
          aria-pressed={isOn}
          aria-expanded={isExpanded}
          title={title}
          onClick={onPress}
        >
          {label}
        </Button>
        {count !== undefined &&
          (list ? (
            <Button size="small" aria-expanded={isListed} onClick={() => setListed(!isListed)}>
              {count}
            </Button>
          ) : (
            <span>{count}</span>
          ))}
      </Line>
      {problem && <Notice {...problem} />}
      {children}
      {isListed && count !== undefined && list}
    </Frame>
  );
}

const Frame = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'grid',
  gap: theme.spacing(3),
  color: theme.vars.palette.text.secondary,
  fontVariantNumeric: 'tabular-nums',
}));

const Line = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(2),
  minHeight: theme.spacing(9),
  '& [aria-pressed="true"]': {
    borderColor: theme.vars.palette.secondary.main,
    backgroundColor: theme.vars.palette.secondary.soft,
  },
}));
