import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { componentPermissions } from '#contract/components.ts';
import { byName } from '#web/features/components/names.ts';
import { componentsQuery } from '#web/features/components/queries.ts';
import { ForbiddenPage, Permitted, useRefused } from '#web/lib/admin/Permitted.tsx';
import { SectionLinks } from '#web/lib/admin/SectionLinks.tsx';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { failureOf } from '#web/lib/api/failure-of.ts';
import { preloadTextEditor } from '#web/lib/text-editor/TextEditor.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Page } from '#web/ui/Page.tsx';
import { TableSkeleton } from '#web/ui/TableSkeleton.tsx';
import { ComponentDialog } from './ComponentDialog.tsx';
import { ComponentTable, type Doing } from './ComponentTable.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { pageTexts } from './texts.ts';

/* For templates. */
preloadTextEditor();

export function ComponentsPage(): React.JSX.Element {
  return (
    <Permitted to={componentPermissions.manage}>
      <Components />
    </Permitted>
  );
}

function Components() {
  const list = useQuery(componentsQuery);
  const error = failureOf(list);
  const [doing, setDoing] = useState<Doing>();
  if (useRefused(error)) return <ForbiddenPage />;
  const components = list.data?.toSorted(byName);
  const create = (
    <Button variant="contained" onClick={() => setDoing({ is: 'edit', component: undefined })}>
      {pageTexts.create}
    </Button>
  );
  return (
    <Page title={pageTexts.title} tabTitle={pageTexts.title} actions={create}>
      <SectionLinks />
      {error && (
        <ErrorState title={pageTexts.failed} text={reasonOf(error)} onRetry={() => void list.refetch()} />
      )}
      {!components && !error && <TableSkeleton />}
      {components?.length === 0 && <EmptyState text={pageTexts.noComponents} />}
      {components && components.length > 0 && <ComponentTable components={components} onDo={setDoing} />}
      {doing && <DialogOf doing={doing} onClose={() => setDoing(undefined)} />}
    </Page>
  );
}

function DialogOf({ doing: { is, component }, onClose }: { doing: Doing; onClose: () => void }) {
  if (is === 'edit' || !component) return <ComponentDialog component={component} onClose={onClose} />;
  return <DeleteDialog component={component} onClose={onClose} />;
}
