import { strokeIcon } from '#web/ui/Icon.tsx';

export const BellIcon = strokeIcon(
  'M6 16.500h12l-1.500-2.500V10a4.500 4.500 0 0 0-9 0v4ZM10 19.500a2.200 2.200 0 0 0 4 0',
);
export const DoneIcon = strokeIcon('m5 12.500 4.500 4.500L19 7');
export const SnoozeIcon = strokeIcon(
  'M12 20a7.500 7.500 0 1 0 0-15 7.500 7.500 0 0 0 0 15ZM12 8.500v4.200l2.800 1.800',
);
export const BackIcon = strokeIcon(
  'M4.500 13h4l1.500 2.500h4l1.500-2.500h4M4.500 13v5.500h15V13L17 6.500H7Z',
);
