import { useAdditions } from '#web/lib/api/back-end.ts';
import { useLayout } from './table.styles.tsx';
import { GroupButton } from './GroupButton.tsx';
import { ColumnsButton } from '#web/features/bugs/columns/ColumnsButton.tsx';

/** What changes how the list is shown. Cards have no columns. */
export function ListTools() {
  const hasAdditions = useAdditions();
  const { asCards } = useLayout();
  if (!hasAdditions) return null;
  return (
    <>
      <GroupButton />
      {!asCards && <ColumnsButton />}
    </>
  );
}
