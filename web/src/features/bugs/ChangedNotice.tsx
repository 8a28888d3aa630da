import Button from '@mui/material/Button';
import { Notice } from '#web/ui/Notice.tsx';
import type { BugInput } from './bug-form.ts';
import { fieldLabels } from './labels.ts';

interface Props {
  /** Where the stored bug says something else than when the edit began. */
  fields: readonly (keyof BugInput)[];
  onLoad: () => void;
  onMerge: () => void;
}

const list = new Intl.ListFormat('en');

/** Says that the bug has changed under the form, whose fields stay as they are until the person decides. */
export function ChangedNotice({ fields, onLoad, onMerge }: Props) {
  const changed = list.format(fields.map((field) => fieldLabels[field]));
  return (
    <Notice
      severity="info"
      title="This bug was changed meanwhile"
      text={`${changed && `Changed: ${changed}. `}What you typed is still here.`}
      actions={
        <>
          <Button variant="outlined" size="small" onClick={onMerge}>
            Keep mine, take the rest
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
