import SvgIcon from '@mui/material/SvgIcon';

/** An icon in the style of the others, for parts that are loaded later: drawn on a 24-pixel grid with one stroke. */
export function strokeIcon(path: string): () => React.JSX.Element {
  return function Icon() {
    return (
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
  };
}
