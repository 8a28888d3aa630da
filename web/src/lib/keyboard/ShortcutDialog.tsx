import { useId, useSyncExternalStore } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogActions, DialogContent, DialogTitle } from '#web/ui/Dialog.tsx';
import { keyNames, type Shortcut } from './shortcut.ts';
import { areShortcutsOn, onShortcutsTurned, texts, turnShortcuts } from './keyboard-state.ts';
import styles from './ShortcutDialog.module.css';

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
        <dl className={styles.list} data-on={on}>
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
        </dl>
        <label className={styles.choice}>
          <input type="checkbox" checked={on} onChange={(event) => turnShortcuts(event.target.checked)} />
          {texts.enable}
        </label>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {texts.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
