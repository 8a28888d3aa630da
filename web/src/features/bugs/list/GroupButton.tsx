import { ButtonMenu } from '#web/ui/inputs/ButtonMenu.tsx';
import { useGroupings } from '#web/features/bugs/fields/grouping.ts';
import { useListGroup } from './use-list-group.ts';
import { listTexts } from './texts.ts';

/** Opens the choice of the field by whose values the rows are grouped. */
export function GroupButton() {
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
