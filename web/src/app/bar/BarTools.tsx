import { LiveStatus } from './LiveStatus.tsx';
import { PaletteButton } from './PaletteButton.tsx';

/** What the bar has for the signed-in alone. */
export function BarTools() {
  return (
    <>
      <PaletteButton />
      <LiveStatus />
    </>
  );
}
