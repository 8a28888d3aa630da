import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { Surface } from '#web/ui/Surface.tsx';

interface Props {
  title: string;
  /** Its action, beside the heading. */
  action?: ReactNode;
  children: ReactNode;
}

/** A part of the dashboard, with a heading of its own. */
export function Section({ title, action, children }: Props) {
  const id = useId();
  return (
    <Frame as="section" aria-labelledby={id}>
      <Header>
        <Typography variant="h2" id={id}>
          {title}
        </Typography>
        {action}
      </Header>
      {children}
    </Frame>
  );
}

const Frame = styled(Surface)(({ theme }) => ({
  // A touch target that does not make the line higher.
  '& a': { paddingBlock: theme.spacing(0.5) },
  display: 'flex',
  flexDirection: 'column',
  gap: theme.spacing(2),
  minWidth: 0,
  padding: theme.spacing(4),
}));

const Header = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  columnGap: theme.spacing(4),
}));
