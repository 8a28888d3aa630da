import { IconButton } from '#web/ui/Button.tsx';
import { ChevronIcon } from '#web/ui/icons.tsx';
import styles from './admin.module.css';
import { texts } from './texts.ts';

interface Props {
  name: string;
  /** Its zero-based index among `count` items. */
  at: number;
  count: number;
  isBusy: boolean;
  /** Moves it to another place. */
  onMove: (to: number) => void;
}

/** Buttons that move an item up and down. They keep the focus at both ends of the list, and while a move is pending. */
export function OrderButtons({ name, at, count, isBusy, onMove }: Props) {
  const toward = (to: number) => {
    const isOff = isBusy || to < 0 || to >= count;
    return { 'aria-disabled': isOff, onClick: () => !isOff && onMove(to) };
  };
  return (
    <span className={styles.buttons}>
      <IconButton size="small" aria-label={texts.up(name)} {...toward(at - 1)}>
        <ChevronIcon />
      </IconButton>
      <IconButton size="small" aria-label={texts.down(name)} {...toward(at + 1)}>
        <ChevronIcon />
      </IconButton>
    </span>
  );
}
