import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type RefObject, useId, useState } from 'react';
import { strokeIcon } from '#web/ui/Icon.tsx';
import { searchTexts } from './texts.ts';

const HelpIcon = strokeIcon('M9.2 9.2a2.9 2.9 0 1 1 4.3 2.5c-1 .5-1.500 1.100-1.500 2.300M12 17.200v.1');

interface Props {
  onExample: (query: string) => void;
  box: RefObject<HTMLInputElement | null>;
}

/** Explains queries by examples, each of which can be tried. */
export function QueryHelp({ onExample, box }: Props) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const examples = Object.entries(searchTexts.examples);
  return (
    <>
      <IconButton
        size="small"
        aria-label={searchTexts.help}
        title={searchTexts.help}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <HelpIcon />
      </IconButton>
      {anchor && (
        <Popover
          open
          anchorEl={anchor}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: 'top', horizontal: 'right' }}
          transitionDuration={{ enter: 120, exit: 0 }}
          onClose={() => setAnchor(undefined)}
          slotProps={{ paper: { role: 'dialog', 'aria-labelledby': id } }}
        >
          <Body>
            <Heading id={id}>{searchTexts.help}</Heading>
            <Typography variant="body2">{searchTexts.helpIntro}</Typography>
            <Examples>
              {examples.map(([query, meaning]) => (
                <li key={query}>
                  <Example
                    type="button"
                    onClick={() => {
                      setAnchor(undefined);
                      onExample(query);
                      // After the popover has returned the focus.
                      setTimeout(() => box.current?.focus());
                    }}
                  >
                    {query}
                  </Example>{' '}
                  <span>{meaning}</span>
                </li>
              ))}
            </Examples>
            <Typography variant="caption">{searchTexts.helpKeys}</Typography>
          </Body>
        </Popover>
      )}
    </>
  );
}

const Body = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(3),
  width: `min(${theme.spacing(130)}, calc(100vw - ${theme.spacing(8)}))`,
  padding: theme.spacing(4),
}));

const Heading = styled('h2')(({ theme }) => ({ ...theme.typography.body1, fontWeight: 600, margin: 0 }));

const Examples = styled('ul')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'grid',
  gap: theme.spacing(1),
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& span': { color: theme.vars.palette.text.secondary },
}));

const Example = styled('button')(({ theme }) => ({
  padding: theme.spacing(0.5, 1.5),
  border: 0,
  borderRadius: 6,
  backgroundColor: theme.vars.palette.action.hover,
  color: 'inherit',
  font: 'inherit',
  textAlign: 'start',
  overflowWrap: 'anywhere',
  cursor: 'pointer',
  '&:hover': { backgroundColor: theme.vars.palette.action.selected },
  '@media (pointer: coarse)': { minHeight: theme.spacing(11) },
}));
