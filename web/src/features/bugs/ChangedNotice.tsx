import Button from '@mui/material/Button';
import { Notice } from '#web/ui/Notice.tsx';
import type { BugField } from './bug-form.ts';
import { fieldList } from './labels.ts';

interface Props {
  /** Where the stored bug says something else than when the edit began. */
  fields: readonly BugField[];
  onLoad: () => void;
  onMerge: () => void;
}

/** Says that the bug has changed under the form, whose fields stay as they are until the person decides. */
export function ChangedNotice({ fields, onLoad, onMerge }: Props) {
  const changed = fieldList(fields);
  return (
    <Notice
      severity="info"
      title="This bug was changed meanwhile"
      text={`${changed && `Changed: ${changed}. `}What you typed is still here. Saving keeps both, and asks where they overlap.`}
      actions={
        <>
          <Button variant="outlined" size="small" onClick={onMerge}>
            Merge now
          </Button>
          <Button variant="outlined" size="small" onClick={onLoad}>
            Load the stored version
          </Button>
        </>
      }
    />
  );
}

export function DeletedNotice() {
  return (
    <Notice
      severity="info"
      title="This bug was deleted meanwhile"
      text="It can no longer be saved. What you typed is still here, so that you can copy it."
    />
  );
}

/** Says whose changes went into what was just saved. */
export function MergedNotice({ fields }: { fields: readonly BugField[] }) {
  return (
    <Notice
      severity="success"
      title="Saved together with what somebody else changed meanwhile"
      text={`Their changes were kept: ${fieldList(fields)}.`}
    />
  );
}
