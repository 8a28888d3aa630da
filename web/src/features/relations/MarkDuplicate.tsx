import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BugReference } from '#contract/bugs/bug-references.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { bugName } from '#web/lib/bugs/bug-number.ts';
import { BugPicker } from './BugPicker.tsx';
import { useMark } from './mutations.ts';
import { likeQuery } from './queries.ts';
import { RelationDialog } from './RelationDialog.tsx';
import { texts } from './texts.ts';

/** Marks a bug as a duplicate of another one; those that are like it are offered first. */
export function MarkDuplicate({ bug, onClose }: { bug: Bug; onClose: () => void }): React.JSX.Element {
  const [other, setOther] = useState<BugReference | null>(null);
  const [isMissing, setMissing] = useState(false);
  const { data: like } = useQuery(likeQuery(bug));
  const mark = useMark(bug);

  function submit() {
    if (other) mark.mutate(other._id, { onSuccess: onClose });
    else setMissing(true);
  }

  return (
    <RelationDialog
      title={texts.duplicateTitle(bugName(bug))}
      submit={texts.markDuplicate}
      isBusy={mark.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <BugPicker
        except={[bug._id]}
        chosen={other}
        initial={like}
        onChange={(chosen) => {
          mark.reset();
          setMissing(false);
          setOther(chosen);
        }}
        error={isMissing ? texts.missing : mark.error ? reasonOf(mark.error) : undefined}
      />
      <Typography variant="body2" color="textSecondary">
        {texts.duplicateHelp}
      </Typography>
    </RelationDialog>
  );
}
