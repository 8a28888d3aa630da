import { strokeIcon } from '#web/ui/Icon.tsx';

export const CopyIcon = strokeIcon('M9 9h10v11H9ZM15 9V4.500H5V15h4');
export const CheckIcon = strokeIcon('m5 12.500 4.500 4.500L19 7.500');
