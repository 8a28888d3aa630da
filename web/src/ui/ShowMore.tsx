import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';

/** Goes on behind the last row. */
export function ShowMore({ busy = false, onClick }: { busy?: boolean; onClick: () => void }) {
  return (
    <Centre>
      <Button variant="outlined" aria-disabled={busy} onClick={busy ? undefined : onClick}>
        {busy ? 'Loading...' : 'Show more'}
      </Button>
    </Centre>
  );
}

const Centre = styled('div')({ display: 'flex', justifyContent: 'center' });
