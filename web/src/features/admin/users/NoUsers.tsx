import Button from '@mui/material/Button';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { texts } from '#web/features/admin/texts.ts';

export function NoUsers({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      text={texts.noUsers}
      action={
        <Button variant="outlined" onClick={onClear}>
          {texts.clearSearch}
        </Button>
      }
    />
  );
}
