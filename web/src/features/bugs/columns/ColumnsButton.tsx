import { useMemo, useState } from 'react';
import { openable } from '#web/lib/keyboard/openable.tsx';
import { useBugFields } from '#web/lib/extensions.ts';
import { usualColumns } from './columns.tsx';
import { columnTexts } from './texts.ts';
import { Button } from '#web/ui/Button.tsx';

const ColumnsMenu = openable(async () => (await import('./ColumnsMenu.tsx')).ColumnsMenu);

/** Opens the choice of columns. */
export function ColumnsButton() {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const fields = useBugFields();
  const usual = useMemo(() => usualColumns(fields), [fields]);
  return (
    <>
      <Button
        size="small"
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {columnTexts.columns}
      </Button>
      {anchor && <ColumnsMenu anchor={anchor} usual={usual} onClose={() => setAnchor(undefined)} />}
    </>
  );
}
