import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import { useSyncExternalStore } from 'react';
import { manifestTexts } from '#web/features/palette/manifest-texts.ts';
import { keyNames } from '#web/lib/keyboard/shortcut.ts';
import { SearchIcon } from '#web/ui/icons.tsx';
import { openPalette, paletteOpen } from '#web/app/commands/palette-open.ts';

const keys = keyNames('Ctrl+k').join('+');
const name = `${manifestTexts.open} ${keys}`;

/** Opens the command palette, and shows its key if there is room. */
export function PaletteButton() {
  const isOpen = useSyncExternalStore(paletteOpen.subscribe, paletteOpen.get);
  return (
    <Quiet
      // Contains the visible text, so that users of speech input can name the button by it.
      aria-label={name}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      title={name}
      onClick={openPalette}
    >
      <SearchIcon />
      <kbd aria-hidden>{keys}</kbd>
    </Quiet>
  );
}

const Quiet = styled(ButtonBase)(({ theme }) => ({
  ...theme.typography.caption,
  gap: theme.spacing(1),
  minWidth: 36,
  minHeight: 32,
  paddingInline: theme.spacing(2),
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 6,
  color: theme.vars.palette.text.secondary,
  '&:hover': { color: theme.vars.palette.text.primary, borderColor: theme.vars.palette.control },
  '& kbd': { fontFamily: 'inherit', whiteSpace: 'nowrap' },
  [theme.breakpoints.down('md')]: {
    minHeight: 36,
    borderColor: 'transparent',
    '& kbd': { display: 'none' },
  },
}));
