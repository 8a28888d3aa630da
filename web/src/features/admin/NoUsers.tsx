import Button from '@mui/material/Button';
import { EmptyState } from '#web/ui/EmptyState.tsx';

export function NoUsers({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      text="No name and no e-mail address contains this."
      action={
        <Button variant="outlined" onClick={onClear}>
          Clear search
        </Button>
      }
    />
  );
}
