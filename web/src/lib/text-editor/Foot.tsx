import { styled } from '@mui/material/styles';

/** Below the field of an editor: its tabs and tools. */
export const Foot = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.spacing(1, 4),
  marginTop: theme.spacing(1),
}));

/**
 * The room of a foot whose parts are not loaded yet. What is below must not move when they come: a button that moves between
 * being pressed and released loses the click.
 */
export function FootRoom(): React.JSX.Element {
  return (
    <Foot aria-hidden>
      <TabsRoom />
      <ToolsRoom />
    </Foot>
  );
}

/** As large as the tabs and the tools, so that it takes two lines where those do. */
const TabsRoom = styled('span')({ width: 136, height: 28 });
const ToolsRoom = styled('span')({ width: 'calc(8 * (1.25rem + 10px))', height: 'calc(1.25rem + 10px)' });
