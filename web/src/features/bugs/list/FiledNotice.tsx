import { useEffect, useSyncExternalStore } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { ButtonRow } from '#web/ui/inputs/FormLayout.tsx';
import { Bar } from '#web/ui/FloatingBar.tsx';
import { ButtonLink } from '#web/ui/links.tsx';
import { filed } from '#web/features/bugs/data/list-place.ts';
import { CopyLink } from '#web/features/bugs/details/CopyLink.tsx';
import { shortName } from '#web/features/bugs/change/field-change.tsx';
import { changeTexts } from '#web/features/bugs/change/texts.ts';

/** A notice with the filed bug, which the list may not show. Leaving the page removes it. */
export function FiledNotice() {
  const bug = useSyncExternalStore(filed.subscribe, filed.get);
  useEffect(() => () => filed.set(undefined), []);
  if (!bug) return null;
  return (
    <Bar style={{ position: 'static' }}>
      <strong>{changeTexts.filed(shortName(bug))}</strong>
      <ButtonRow>
        <ButtonLink size="small" variant="outlined" to="/bugs/$id" params={{ id: bug._id }}>
          {changeTexts.open}
        </ButtonLink>
        <CopyLink bug={bug} />
        <Button size="small" onClick={() => filed.set(undefined)}>
          {changeTexts.close}
        </Button>
      </ButtonRow>
    </Bar>
  );
}
