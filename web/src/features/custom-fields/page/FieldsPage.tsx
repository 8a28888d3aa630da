import { type CustomField, customFieldPermissions } from '#contract/classification/custom-fields.ts';
import { type ManagedDialogProps, ManagedPage } from '#web/lib/admin/ManagedPage.tsx';
import { customFieldsQuery } from '#web/features/custom-fields/queries.ts';
import { FieldDialog } from './FieldDialog.tsx';
import { FieldTable } from './FieldTable.tsx';
import { pageTexts } from './texts.ts';

export function FieldsPage(): React.JSX.Element {
  return (
    <ManagedPage
      permission={customFieldPermissions.manage}
      query={customFieldsQuery}
      texts={pageTexts}
      Table={FieldTable}
      Dialogs={Dialogs}
    />
  );
}

function Dialogs({ doing: { item }, onClose }: ManagedDialogProps<CustomField>) {
  return <FieldDialog field={item} onClose={onClose} />;
}
