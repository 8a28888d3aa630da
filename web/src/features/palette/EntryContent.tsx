import { StatusChip } from '#web/lib/bugs/bug-chips.tsx';
import { keyNames } from '#web/lib/keyboard/shortcut.ts';
import type { Entry } from './entries.ts';
import { Keys, Number, Words } from './parts.tsx';

/** An entry as shown in its row: a command with its keys, a bug with its number and status. */
export function EntryContent({ entry: { command, bug } }: { entry: Entry }) {
  if (bug)
    return (
      <>
        {bug.number !== undefined && <Number>#{bug.number}</Number>} <Words>{bug.title}</Words>{' '}
        <StatusChip status={bug.status} />
      </>
    );
  return (
    <>
      <Words>{command.label}</Words>
      {command.keys !== undefined && (
        <Keys aria-hidden>
          {keyNames(command.keys).map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </Keys>
      )}
    </>
  );
}
