import { useId, useSyncExternalStore } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogActions, DialogContent, DialogTitle } from '#web/ui/Dialog.tsx';
import { keyNames, type Shortcut, shortcutsAt, placeOf } from './shortcut.ts';
import { areShortcutsOn, onShortcutsTurned, texts, turnShortcuts } from './keyboard-state.ts';
import styles from './ShortcutDialog.module.css';

interface Props {
  shortcuts: readonly Shortcut[];
  /** The path of the page. */
  path: string;
  onClose: () => void;
}

/** The groups in order: those of single pages first. Shortcuts that open a page are one of the groups for all pages. */
const groups = ['list', 'bug', 'create', 'board', 'inbox', 'triage', 'everywhere', 'goTo'] as const;

const groupOf = ({ group, keys, to }: Shortcut) =>
  group ?? (to === undefined && !keys.startsWith('g ') ? 'everywhere' : 'goTo');

/** The shortcuts that work on the page, in groups, and the switch that turns them off. */
export function ShortcutDialog({ shortcuts, path, onClose }: Props) {
  const id = useId();
  const on = useSyncExternalStore(onShortcutsTurned, areShortcutsOn);
  const here = shortcutsAt(shortcuts, placeOf(path));
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} className={styles.dialog}>
      <DialogTitle id={id}>{texts.title}</DialogTitle>
      <DialogContent>
        <div className={styles.groups} data-on={on}>
          {groups.map((group) => {
            const ofGroup = here.filter((shortcut) => groupOf(shortcut) === group);
            return (
              ofGroup.length > 0 && (
                <section key={group} aria-labelledby={`${id}-${group}`}>
                  <h3 id={`${id}-${group}`}>{texts.groups[group]}</h3>
                  <dl>
                    {ofGroup.map(({ keys, label }) => (
                      <div key={keys}>
                        <dt>
                          {keyNames(keys).map((key) => (
                            <kbd key={key}>{key}</kbd>
                          ))}
                        </dt>
                        <dd>{label}</dd>
                      </div>
                    ))}
                  </dl>
                </section>
              )
            );
          })}
        </div>
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
