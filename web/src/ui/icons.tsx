import SvgIcon, { type SvgIconProps } from '@mui/material/SvgIcon';

/* Drawn on a 24-pixel grid with one stroke, like the mark. */
const stroke = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.75,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

function icon(path: string) {
  return (props: SvgIconProps) => (
    <SvgIcon fontSize="small" {...props}>
      <path {...stroke} d={path} />
    </SvgIcon>
  );
}

export const DeleteIcon = icon('M4 7h16M9.500 7V4.500h5V7M6.500 7l.8 12.500h9.400L17.500 7M10 11v5M14 11v5');
export const SearchIcon = icon(
  'M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13ZM15.500 15.500 20 20',
);
export const MenuIcon = icon('M4 7h16M4 12h16M4 17h16');
export const ChevronIcon = icon('m7 10 5 5 5-5');
export const CloseIcon = icon('m7 7 10 10M17 7 7 17');
export const CommentIcon = icon('M5 5.500h14v10h-8l-4 3.500v-3.500H5Z');
export const ReactionIcon = icon(
  'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM9 10v.500M15 10v.500M8.500 14c2 2.500 5 2.500 7 0',
);
export const MoreIcon = icon(
  'M5.500 12.600a.6.6 0 1 0 0-1.200.6.6 0 0 0 0 1.200ZM12 12.600a.6.6 0 1 0 0-1.200.6.6 0 0 0 0 1.200ZM18.500 12.600a.6.6 0 1 0 0-1.200.6.6 0 0 0 0 1.200Z',
);
