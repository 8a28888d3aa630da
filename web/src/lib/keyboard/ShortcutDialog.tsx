import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { styled } from '@mui/material/styles';
import { useId, useSyncExternalStore } from 'react';
import { keyNames, type Shortcut } from './shortcut.ts';
import { areShortcutsOn, onShortcutsTurned, turnShortcuts } from './switch.ts';
import { texts } from './texts.ts';

interface Props {
  shortcuts: readonly Shortcut[];
  onClose: () => void;
}

/** All shortcuts and what they do, and the switch that turns them off. */
export function ShortcutDialog({ shortcuts, onClose }: Props) {
  const id = useId();
  const on = useSyncExternalStore(onShortcutsTurned, areShortcutsOn);
  return (
    <Dialog open onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>{texts.title}</DialogTitle>
      <DialogContent>
        <List data-on={on}>
          {shortcuts.map(({ keys, label }) => (
            <div key={`${keys} ${label}`}>
              <dt>
                {keyNames(keys).map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{label}</dd>
            </div>
          ))}
        </List>
        <Choice>
          <input type="checkbox" checked={on} onChange={(event) => turnShortcuts(event.target.checked)} />
          {texts.enable}
        </Choice>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {texts.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const List = styled('dl')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'grid',
  gap: theme.spacing(2),
  margin: 0,
  '&[data-on="false"] kbd': { borderStyle: 'dashed' },
  '& > div': { display: 'flex', alignItems: 'center', gap: theme.spacing(3) },
  // As wide as Shift and an arrow, to align the descriptions.
  '& dt': { display: 'flex', flexShrink: 0, gap: theme.spacing(1), minWidth: theme.spacing(18) },
  '& dd': { margin: 0 },
  '& kbd': {
    minWidth: theme.spacing(6),
    padding: theme.spacing(0, 1.5),
    border: `1px solid ${theme.vars.palette.control}`,
    borderRadius: 4,
    fontFamily: 'inherit',
    textAlign: 'center',
  },
}));

const Choice = styled('label')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(2),
  minHeight: theme.spacing(11),
  '& input': { width: 18, height: 18, accentColor: theme.vars.palette.secondary.main },
}));
