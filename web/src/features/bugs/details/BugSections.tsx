import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { reasonOf } from '#web/lib/api/api-error.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { type BugSection, useExtensions } from '#web/lib/extensions.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { ChevronIcon } from '#web/ui/icons.tsx';
import { LoadingText } from '#web/ui/LoadingText.tsx';
import { detailsTexts } from './texts.ts';

interface Props {
  bug: Bug;
}

/** What other features show of a bug. */
export function BugSections({ bug }: Props) {
  const { bugSections } = useExtensions();
  // They stand for calls that the specification does not have.
  if (!useAdditions()) return null;
  return bugSections.map((section) => <Section key={section.title} section={section} bug={bug} />);
}

/** By title; what one has opened is open on the next bug as well. */
const opened = new Set<string>();

function Section({ section, bug }: Props & { section: BugSection }) {
  const { title, hint } = section;
  const id = useId();
  const [isOpen, setOpen] = useState(opened.has(title));

  function toggle() {
    if (isOpen) opened.delete(title);
    else opened.add(title);
    setOpen(!isOpen);
  }

  return (
    <Frame role="region" aria-labelledby={`${id}-title`}>
      <Typography variant="h2" id={`${id}-title`}>
        <Toggle type="button" aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
          <ChevronIcon />
          {title}
        </Toggle>
      </Typography>
      <Hint>{hint(bug)}</Hint>
      <Content id={id}>{isOpen && <Loaded section={section} bug={bug} />}</Content>
    </Frame>
  );
}

function Loaded({ section: { title, load }, bug }: Props & { section: BugSection }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['code of', title],
    queryFn: async () => ({ Content: await load() }),
    staleTime: Infinity,
  });
  if (data) return <data.Content bug={bug} />;
  if (!error) return <LoadingText />;
  return (
    <ErrorState
      title={detailsTexts.sectionFailed(title)}
      text={reasonOf(error)}
      onRetry={() => void refetch()}
    />
  );
}

const Frame = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  alignItems: 'center',
  columnGap: theme.spacing(3),
  paddingTop: theme.spacing(4),
  borderTop: `1px solid ${theme.vars.palette.divider}`,
}));

const Toggle = styled('button')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(1),
  minHeight: theme.spacing(9),
  padding: 0,
  border: 0,
  font: 'inherit',
  letterSpacing: 'inherit',
  color: 'inherit',
  background: 'none',
  cursor: 'pointer',
  '& svg': { transform: 'rotate(-90deg)', color: theme.vars.palette.text.secondary },
  '&[aria-expanded="true"] svg': { transform: 'none' },
}));

const Hint = styled('span')(({ theme }) => ({
  ...theme.typography.body2,
  color: theme.vars.palette.text.secondary,
}));

const Content = styled('div')({ gridColumn: '1 / -1', minWidth: 0 });
