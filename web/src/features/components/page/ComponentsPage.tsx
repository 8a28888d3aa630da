import { type Component, componentPermissions } from '#contract/classification/components.ts';
import { useDeleteComponent } from '#web/features/components/mutations.ts';
import { componentsQuery } from '#web/features/components/queries.ts';
import { DeleteDialog } from '#web/lib/admin/DeleteDialog.tsx';
import { type ManagedDialogProps, ManagedPage } from '#web/lib/admin/ManagedPage.tsx';
import { preloadTextEditor } from '#web/lib/text-editor/TextEditor.tsx';
import { ComponentDialog } from './ComponentDialog.tsx';
import { ComponentTable } from './ComponentTable.tsx';
import { pageTexts } from './texts.ts';

/* For templates. */
preloadTextEditor();

export function ComponentsPage(): React.JSX.Element {
  return (
    <ManagedPage
      permission={componentPermissions.manage}
      query={componentsQuery}
      texts={pageTexts}
      Table={ComponentTable}
      Dialogs={Dialogs}
    />
  );
}

function Dialogs({ doing: { is, item }, onClose }: ManagedDialogProps<Component>) {
  const mutation = useDeleteComponent();
  if (is === 'edit' || !item) return <ComponentDialog component={item} onClose={onClose} />;
  return <DeleteDialog item={item} texts={pageTexts} mutation={mutation} onClose={onClose} />;
}
