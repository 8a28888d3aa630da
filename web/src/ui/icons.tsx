import { strokeIcon } from './Icon.tsx';

export const DeleteIcon = strokeIcon(
  'M4 7h16M9.500 7V4.500h5V7M6.500 7l.8 12.500h9.400L17.500 7M10 11v5M14 11v5',
);
export const SearchIcon = strokeIcon(
  'M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13ZM15.500 15.500 20 20',
);
export const MenuIcon = strokeIcon('M4 7h16M4 12h16M4 17h16');
export const ChevronIcon = strokeIcon('m7 10 5 5 5-5');
export const AddIcon = strokeIcon('M12 5v14M5 12h14');
export const PreviousIcon = strokeIcon('m14 7-5 5 5 5');
export const NextIcon = strokeIcon('m10 7 5 5-5 5');
export const CloseIcon = strokeIcon('m7 7 10 10M17 7 7 17');
export const CommentIcon = strokeIcon('M5 5.500h14v10h-8l-4 3.500v-3.500H5Z');
export const ReactionIcon = strokeIcon(
  'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM9 10v.500M15 10v.500M8.500 14c2 2.500 5 2.500 7 0',
);
export const MoreIcon = strokeIcon(
  'M5.500 12.600a.6.6 0 1 0 0-1.200.6.6 0 0 0 0 1.200ZM12 12.600a.6.6 0 1 0 0-1.200.6.6 0 0 0 0 1.200ZM18.500 12.600a.6.6 0 1 0 0-1.200.6.6 0 0 0 0 1.200Z',
);
