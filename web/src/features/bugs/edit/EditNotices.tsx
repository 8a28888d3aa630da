import Button from '@mui/material/Button';
import { fieldList, type FieldName } from '#web/lib/bugs/bug-field.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { formTexts } from '#web/features/bugs/form/texts.ts';

interface Props {
  /** Where the stored bug says something else than when the edit began. */
  fields: readonly FieldName[];
  onLoad: () => void;
  onMerge: () => void;
}

/** Says that the bug has changed under the form, whose fields stay as they are until the person decides. */
export function ChangedNotice({ fields, onLoad, onMerge }: Props) {
  const changed = fieldList(useBugFields(), fields);
  return (
    <Notice
      severity="info"
      title={formTexts.changedTitle}
      text={changed ? formTexts.changed(changed) : formTexts.changedElsewhere}
      actions={
        <>
          <Button variant="outlined" size="small" onClick={onMerge}>
            {formTexts.mergeNow}
          </Button>
          <Button variant="outlined" size="small" onClick={onLoad}>
            {formTexts.loadStored}
          </Button>
        </>
      }
    />
  );
}

export function DeletedNotice() {
  return <Notice severity="info" title={formTexts.deletedTitle} text={formTexts.deletedText} />;
}

/** Says whose changes went into what was just saved. */
export function MergedNotice({ fields }: { fields: readonly FieldName[] }) {
  const text = formTexts.mergedText(fieldList(useBugFields(), fields));
  return <Notice severity="success" title={formTexts.mergedTitle} text={text} />;
}
