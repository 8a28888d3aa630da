import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Label, labelPermissions } from '#contract/labels.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { failureOf } from '#web/lib/api/failure-of.ts';
import { ForbiddenPage, Permitted, useRefused } from '#web/lib/admin/Permitted.tsx';
import { SectionLinks } from '#web/lib/admin/SectionLinks.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Page } from '#web/ui/Page.tsx';
import { TableSkeleton } from '#web/ui/TableSkeleton.tsx';
import { byName } from '#web/features/labels/names.ts';
import { labelsQuery } from '#web/features/labels/queries.ts';
import { DeleteDialog, MergeDialog } from './DeleteDialogs.tsx';
import { LabelDialog } from './LabelDialog.tsx';
import { type Doing, LabelTable } from './LabelTable.tsx';
import { pageTexts } from './texts.ts';

export function LabelsPage(): React.JSX.Element {
  return (
    <Permitted to={labelPermissions.manage}>
      <Labels />
    </Permitted>
  );
}

function Labels() {
  const list = useQuery(labelsQuery);
  const error = failureOf(list);
  const [doing, setDoing] = useState<Doing>();
  if (useRefused(error)) return <ForbiddenPage />;
  const labels = list.data?.toSorted(byName);
  const create = (
    <Button variant="contained" onClick={() => setDoing({ is: 'edit', label: undefined })}>
      {pageTexts.create}
    </Button>
  );
  return (
    <Page title={pageTexts.title} tabTitle={pageTexts.title} actions={create}>
      <SectionLinks />
      {error && (
        <ErrorState title={pageTexts.failed} text={reasonOf(error)} onRetry={() => void list.refetch()} />
      )}
      {!labels && !error && <TableSkeleton />}
      {labels?.length === 0 && <EmptyState text={pageTexts.noLabels} />}
      {labels && labels.length > 0 && <LabelTable labels={labels} onDo={setDoing} />}
      {doing && <Dialogs doing={doing} labels={labels ?? []} onClose={() => setDoing(undefined)} />}
    </Page>
  );
}

interface DialogsProps {
  doing: Doing;
  labels: readonly Label[];
  onClose: () => void;
}

function Dialogs({ doing: { is, label }, labels, onClose }: DialogsProps) {
  if (is === 'edit' || !label) return <LabelDialog label={label} onClose={onClose} />;
  if (is === 'delete') return <DeleteDialog label={label} onClose={onClose} />;
  return <MergeDialog label={label} labels={labels} onClose={onClose} />;
}
