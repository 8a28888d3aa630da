import { type Label, labelPermissions } from '#contract/classification/labels.ts';
import { DeleteDialog } from '#web/lib/admin/DeleteDialog.tsx';
import { type ManagedDialogProps, ManagedPage } from '#web/lib/admin/ManagedPage.tsx';
import { useDeleteLabel } from '#web/features/labels/mutations.ts';
import { labelsQuery } from '#web/features/labels/queries.ts';
import { LabelDialog } from './LabelDialog.tsx';
import { type Kind, LabelTable } from './LabelTable.tsx';
import { MergeDialog } from './MergeDialog.tsx';
import { pageTexts } from './texts.ts';

export function LabelsPage(): React.JSX.Element {
  return (
    <ManagedPage
      permission={labelPermissions.manage}
      query={labelsQuery}
      texts={pageTexts}
      Table={LabelTable}
      Dialogs={Dialogs}
    />
  );
}

function Dialogs({ doing: { is, item }, items, onClose }: ManagedDialogProps<Label, Kind>) {
  const mutation = useDeleteLabel();
  if (is === 'edit' || !item) return <LabelDialog label={item} onClose={onClose} />;
  if (is === 'merge') return <MergeDialog label={item} labels={items} onClose={onClose} />;
  return <DeleteDialog item={item} texts={pageTexts} mutation={mutation} onClose={onClose} />;
}
