import { type Version, versionPermissions } from '#contract/classification/versions.ts';
import { DeleteDialog } from '#web/lib/admin/DeleteDialog.tsx';
import { type ManagedDialogProps, ManagedPage } from '#web/lib/admin/ManagedPage.tsx';
import { useDeleteVersion } from '#web/features/versions/mutations.ts';
import { versionsQuery } from '#web/features/versions/queries.ts';
import { adminTexts } from './texts.ts';
import { VersionDialog } from './VersionDialog.tsx';
import { VersionTable } from './VersionTable.tsx';

export function VersionsAdminPage(): React.JSX.Element {
  return (
    <ManagedPage
      permission={versionPermissions.manage}
      query={versionsQuery}
      texts={adminTexts}
      Table={VersionTable}
      Dialogs={Dialogs}
    />
  );
}

function Dialogs({ doing: { is, item }, onClose }: ManagedDialogProps<Version>) {
  const mutation = useDeleteVersion();
  if (is === 'edit' || !item) return <VersionDialog version={item} onClose={onClose} />;
  return <DeleteDialog item={item} texts={adminTexts} mutation={mutation} onClose={onClose} />;
}
