import SvgIcon from '@mui/material/SvgIcon';

/* On the grid of the other icons, and loaded with the texts that need them. */
function icon(path: string) {
  return () => (
    <SvgIcon fontSize="small">
      <path
        d={path}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </SvgIcon>
  );
}

export const CopyIcon = icon('M9 9h10v11H9ZM15 9V4.500H5V15h4');
export const CheckIcon = icon('m5 12.500 4.500 4.500L19 7.500');
