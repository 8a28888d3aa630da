import { styled } from '@mui/material/styles';

/** Below an editor's field: its tabs and tools. */
export const Foot = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.spacing(1, 4),
  marginTop: theme.spacing(1),
}));

/**
 * Reserves the space of a foot whose parts are not loaded yet. Loading must not move the content below: a button that
 * moves between press and release loses the click.
 */
export function FootRoom(): React.JSX.Element {
  return (
    <Foot aria-hidden>
      <TabsRoom />
      <ToolsRoom />
    </Foot>
  );
}

/** As large as the tabs and tools, so that it wraps to two lines like them. */
const TabsRoom = styled('span')({ width: 136, height: 28 });
const ToolsRoom = styled('span')({ width: 'calc(8 * (1.25rem + 10px))', height: 'calc(1.25rem + 10px)' });
