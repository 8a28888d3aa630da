import { fieldList, type FieldName } from '#web/lib/bugs/bug-field.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { formTexts } from '#web/features/bugs/form/texts.ts';

interface Props {
  /** The fields in which the stored bug differs from its state when the edit began. */
  fields: readonly FieldName[];
  onLoad: () => void;
  onMerge: () => void;
}

/** The notice that the bug was changed during the edit. The form's fields stay unchanged until the user decides. */
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

/** The notice of others' changes that were merged into the save. */
export function MergedNotice({ fields }: { fields: readonly FieldName[] }) {
  const text = formTexts.mergedText(fieldList(useBugFields(), fields));
  return <Notice severity="success" title={formTexts.mergedTitle} text={text} />;
}
