import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { ChevronIcon } from '#web/ui/icons.tsx';
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
    <Root>
      <IconButton size="small" aria-label={texts.up(name)} {...toward(at - 1)}>
        <Up />
      </IconButton>
      <IconButton size="small" aria-label={texts.down(name)} {...toward(at + 1)}>
        <ChevronIcon />
      </IconButton>
    </Root>
  );
}

const Root = styled('span')({ whiteSpace: 'nowrap', '& [aria-disabled="true"]': { opacity: 0.4 } });

const Up = styled(ChevronIcon)({ transform: 'rotate(180deg)' });
