import { Icon } from './Icon.tsx';

/** A katydid reduced to a leaf, whose vein looks like a folded wing, in the colour of the text around it. */
export function Mark() {
  return (
    <Icon size="medium">
      <mask id="katydid-vein">
        <rect width="24" height="24" fill="#fff" />
        <path
          d="M5.500 17.700C8.500 14.800 11.600 12.200 15 10"
          fill="none"
          stroke="#000"
          strokeWidth="1.600"
          strokeLinecap="round"
        />
      </mask>
      <path
        mask="url(#katydid-vein)"
        d="M2.500 20.500C2 12 8 6.200 17.500 7.200 18.300 15.500 12 22 2.500 20.500Z"
      />
      <path
        d="M17.500 7.200C18 4.600 19.600 2.700 22 2M17.500 7.200c1.900-1.300 3.800-1.400 5.300-.6"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.500"
        strokeLinecap="round"
      />
    </Icon>
  );
}
