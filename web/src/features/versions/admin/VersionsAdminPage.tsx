import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Version, versionPermissions } from '#contract/versions.ts';
import { ForbiddenPage, Permitted, useRefused } from '#web/lib/admin/Permitted.tsx';
import { SectionLinks } from '#web/lib/admin/SectionLinks.tsx';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { failureOf } from '#web/lib/api/failure-of.ts';
import { problemOf } from '#web/lib/form/problem.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Page } from '#web/ui/Page.tsx';
import { TableSkeleton } from '#web/ui/TableSkeleton.tsx';
import { useDeleteVersion } from '#web/features/versions/mutations.ts';
import { versionsQuery } from '#web/features/versions/queries.ts';
import { adminTexts } from './texts.ts';
import { VersionDialog } from './VersionDialog.tsx';
import { type Doing, VersionTable } from './VersionTable.tsx';

export function VersionsAdminPage(): React.JSX.Element {
  return (
    <Permitted to={versionPermissions.manage}>
      <Versions />
    </Permitted>
  );
}

function Versions() {
  const list = useQuery(versionsQuery);
  const error = failureOf(list);
  const [doing, setDoing] = useState<Doing>();
  if (useRefused(error)) return <ForbiddenPage />;
  const { data: versions } = list;
  const close = () => setDoing(undefined);
  const create = (
    <Button variant="contained" onClick={() => setDoing({ is: 'edit', version: undefined })}>
      {adminTexts.create}
    </Button>
  );
  return (
    <Page title={adminTexts.title} tabTitle={adminTexts.title} actions={create}>
      <SectionLinks />
      {error && (
        <ErrorState title={adminTexts.failed} text={reasonOf(error)} onRetry={() => void list.refetch()} />
      )}
      {!versions && !error && <TableSkeleton />}
      {versions?.length === 0 && <EmptyState text={adminTexts.noVersions} />}
      {versions && versions.length > 0 && <VersionTable versions={versions} onDo={setDoing} />}
      {doing?.is === 'edit' && <VersionDialog version={doing.version} onClose={close} />}
      {doing?.is === 'delete' && doing.version && <DeleteDialog version={doing.version} onClose={close} />}
    </Page>
  );
}

function DeleteDialog({ version: { _id: id, name }, onClose }: { version: Version; onClose: () => void }) {
  const { mutate, isPending, error } = useDeleteVersion();
  return (
    <ConfirmDialog
      open
      title={adminTexts.deleteTitle}
      text={adminTexts.deleteText}
      about={name}
      confirmLabel={adminTexts.delete}
      busy={isPending}
      problem={error ? problemOf(adminTexts.deleteFailed, error) : undefined}
      onConfirm={() => mutate(id, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
