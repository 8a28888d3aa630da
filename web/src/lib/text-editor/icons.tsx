import { strokeIcon } from '#web/ui/Icon.tsx';

export const BoldIcon = strokeIcon('M8 5h5a3.500 3.500 0 0 1 0 7H8ZM8 12h6a3.500 3.500 0 0 1 0 7H8Z');
export const ItalicIcon = strokeIcon('M10 5h7M7 19h7M14 5l-4 14');
export const CodeIcon = strokeIcon('m9 8-4 4 4 4M15 8l4 4-4 4');
export const LinkIcon = strokeIcon(
  'M10 14a4 4 0 0 0 5.700 0l2.800-2.800a4 4 0 0 0-5.700-5.700L12 6.300M14 10a4 4 0 0 0-5.700 0l-2.800 2.800a4 4 0 0 0 5.700 5.700l.8-.8',
);
export const ListIcon = strokeIcon('M9 6h11M9 12h11M9 18h11M4.500 6h.010M4.500 12h.010M4.500 18h.010');
export const QuoteIcon = strokeIcon('M5 5v14M9 7h10M9 12h10M9 17h6');
export const MentionIcon = strokeIcon(
  'M12 15.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7ZM15.500 8.500v5a2.250 2.250 0 0 0 4.500 0V12a8 8 0 1 0-3.200 6.400',
);
