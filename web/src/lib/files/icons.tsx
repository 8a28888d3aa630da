import { strokeIcon } from '#web/ui/Icon.tsx';

export const AttachIcon = strokeIcon(
  'm19 11.500-6.800 6.800a4.400 4.400 0 0 1-6.200-6.200l7.300-7.300a2.900 2.900 0 0 1 4.100 4.100l-7.300 7.300a1.400 1.400 0 0 1-2-2l6.700-6.700',
);
export const FileIcon = strokeIcon('M7 4h7l4 4v12H7ZM14 4v4h4');
export const RetryIcon = strokeIcon('M19 12a7 7 0 1 1-2.100-5M19 4v4h-4');
export const InsertIcon = strokeIcon('M5 5h14M5 9h14M5 19h14M12 12v4M10 14h4');
export const DownloadIcon = strokeIcon('M12 4v11m-4-4 4 4 4-4M5 19.500h14');
export const PreviousIcon = strokeIcon('m14 6-6 6 6 6');
export const NextIcon = strokeIcon('m10 6 6 6-6 6');
