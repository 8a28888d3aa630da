import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { texts } from './texts.ts';

/** The button that loads the next page. */
export function ShowMore({ busy = false, onClick }: { busy?: boolean; onClick: () => void }) {
  return (
    <Centre>
      <Button variant="outlined" aria-disabled={busy} onClick={busy ? undefined : onClick}>
        {busy ? texts.loading : texts.showMore}
      </Button>
    </Centre>
  );
}

const Centre = styled('div')({ display: 'flex', justifyContent: 'center' });
