import { useBugFields } from '#web/lib/extensions.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import type { BulkChange } from './use-bulk.ts';

interface Props {
  bugs: readonly Bug[];
  onChange: (change: BulkChange) => void;
}

/** The changes that can be made to many bugs at once, a control for each field. */
export function BulkMenus({ bugs, onChange }: Props) {
  return useBugFields().map(
    ({ name, Bulk }) =>
      Bulk && <Bulk key={name} bugs={bugs} onChange={(change) => onChange({ field: name, change })} />,
  );
}
