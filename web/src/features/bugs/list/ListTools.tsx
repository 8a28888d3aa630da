import { useAdditions } from '#web/lib/api/back-end.ts';
import { useLayout } from './TableParts.tsx';
import { useListGroup } from './use-list-group.ts';
import { listTexts } from './texts.ts';
import { ButtonMenu } from '#web/ui/inputs/ButtonMenu.tsx';
import { useGroupings } from '#web/features/bugs/fields/grouping.ts';
import { ColumnsButton } from '#web/features/bugs/columns/ColumnsButton.tsx';

/** The tools that change the list's layout. Cards have no columns. */
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

/** Opens the menu of fields to group the rows by. */
function GroupButton() {
  const { field, choose } = useListGroup();
  const options = useGroupings().map(({ name, label }) => ({ value: name as string, label }));
  return (
    <ButtonMenu
      label={field ? listTexts.groupedBy(field.label) : listTexts.groupBy}
      isQuiet
      value={field?.name ?? ''}
      options={[{ value: '', label: listTexts.noGroups }, ...options]}
      onChoose={(name) => choose(name || null)}
    />
  );
}
