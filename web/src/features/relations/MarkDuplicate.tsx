import { useQuery } from '@tanstack/react-query';
import { bugName } from '#web/lib/bugs/bug-number.ts';
import type { BugActionProps } from '#web/lib/extensions.ts';
import { useMark } from './mutations.ts';
import { likeQuery } from './queries.ts';
import { RelationDialog } from './RelationDialog.tsx';
import { texts } from './texts.ts';

/** Marks a bug as a duplicate of another one; similar bugs are offered first. */
export function MarkDuplicate({ bug, onDone, onClose }: BugActionProps): React.JSX.Element {
  const { data: like } = useQuery(likeQuery(bug));
  const mark = useMark(bug);
  const done = () => {
    onDone?.();
    onClose();
  };
  return (
    <RelationDialog
      title={texts.duplicateTitle(bugName(bug))}
      submit={texts.markDuplicate}
      except={[bug._id]}
      initial={like}
      mutation={mark}
      help={texts.duplicateHelp}
      onSubmit={({ _id }) => mark.mutate(_id, { onSuccess: done })}
      onClose={onClose}
    />
  );
}
