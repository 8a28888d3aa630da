/* Colour is meaning: neutral greys with a touch of green, red, amber and green for status and priority, indigo for links and focus. */

declare module '@mui/material/styles' {
  /** `soft` is the tint of a chip or a notice, `onSoft` what is written on it (at least 4.5:1). */
  interface PaletteColor {
    soft: string;
    onSoft: string;
  }
  interface SimplePaletteColorOptions {
    soft?: string;
    onSoft?: string;
  }
  interface Palette {
    /** The outline of controls, with a contrast of at least 3:1. */
    control: string;
  }
  interface PaletteOptions {
    control: string;
  }
}

const indigo = {
  light: { main: '#4346c4', dark: '#3335a0', contrastText: '#ffffff', soft: '#ececfb', onSoft: '#3335a0' },
  dark: { main: '#aab0ff', dark: '#c8ccff', contrastText: '#14153f', soft: '#262749', onSoft: '#c8ccff' },
};

export const light = {
  primary: { main: '#1b211d', dark: '#343c37', contrastText: '#ffffff', soft: '#edf0ed', onSoft: '#1b211d' },
  secondary: indigo.light,
  error: { main: '#b3261e', dark: '#8f1d17', contrastText: '#ffffff', soft: '#fbe4e2', onSoft: '#8a1b15' },
  warning: { main: '#8a5a00', dark: '#6b4600', contrastText: '#ffffff', soft: '#fbecca', onSoft: '#694500' },
  success: { main: '#1f7a3d', dark: '#155c2d', contrastText: '#ffffff', soft: '#dbf1e1', onSoft: '#14572c' },
  info: indigo.light,
  text: { primary: '#1a201c', secondary: '#5a645e', disabled: '#868f89' },
  background: { default: '#f7f8f7', paper: '#ffffff' },
  divider: '#e0e5e1',
  control: '#8a938d',
};

export const dark: typeof light = {
  primary: { main: '#eaefeb', dark: '#cdd5cf', contrastText: '#131714', soft: '#262d29', onSoft: '#eaefeb' },
  secondary: indigo.dark,
  error: { main: '#ff8f85', dark: '#ffb0a8', contrastText: '#3a0a06', soft: '#48201d', onSoft: '#ffc4bd' },
  warning: { main: '#f0bf5a', dark: '#f7d58f', contrastText: '#332300', soft: '#42310a', onSoft: '#fbdc99' },
  success: { main: '#7fd398', dark: '#a5e4b7', contrastText: '#06280f', soft: '#173a24', onSoft: '#b2e8c2' },
  info: indigo.dark,
  text: { primary: '#e6ebe7', secondary: '#9ba7a0', disabled: '#6b7670' },
  background: { default: '#101412', paper: '#171c19' },
  divider: '#2a322d',
  control: '#6b7670',
};
