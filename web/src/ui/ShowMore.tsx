import { Button } from './Button.tsx';
import styles from './ShowMore.module.css';
import { texts } from './texts.ts';

/** The button that loads the next page. */
export function ShowMore({ busy = false, onClick }: { busy?: boolean; onClick: () => void }) {
  return (
    <div className={styles.centre}>
      <Button variant="outlined" aria-disabled={busy} onClick={busy ? undefined : onClick}>
        {busy ? texts.loading : texts.showMore}
      </Button>
    </div>
  );
}
