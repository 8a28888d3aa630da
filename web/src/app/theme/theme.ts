import { createTheme } from '@mui/material/styles';
import type {} from '@mui/material/themeCssVarsAugmentation';
import { components } from './components.ts';
import { dark, light } from './tokens.ts';

/** Pixels at the browser's usual size, as rem, so that the reader's own text size counts. */
const size = (pixels: number) => `${pixels / 16}rem`;

/** The one theme. Its colours are CSS variables, so that light and dark switch without rendering. */
export const theme = createTheme({
  // An attribute rather than the media query alone, so that a person can choose.
  cssVariables: { colorSchemeSelector: 'data-theme' },
  colorSchemes: { light: { palette: light }, dark: { palette: dark } },
  defaultColorScheme: 'light',
  spacing: 4,
  shape: { borderRadius: 8 },
  typography: {
    fontFamily: '"Inter Variable", system-ui, sans-serif',
    fontWeightMedium: 550,
    fontWeightBold: 650,
    body1: { fontSize: size(14), lineHeight: 1.45, letterSpacing: 0 },
    body2: { fontSize: size(13), lineHeight: 1.45, letterSpacing: 0 },
    caption: { fontSize: size(12), lineHeight: 1.4, letterSpacing: 0 },
    h1: { fontSize: size(24), lineHeight: 1.25, fontWeight: 650, letterSpacing: '-0.015em' },
    h2: { fontSize: size(18), lineHeight: 1.3, fontWeight: 600, letterSpacing: '-0.01em' },
    button: { fontSize: size(14), fontWeight: 550, letterSpacing: 0, textTransform: 'none' },
  },
  transitions: {
    duration: {
      shortest: 120,
      shorter: 120,
      short: 140,
      standard: 160,
      complex: 180,
      enteringScreen: 160,
      leavingScreen: 120,
    },
  },
  focusVisible: { outlineColor: 'var(--mui-palette-secondary-main)' },
  components,
});
