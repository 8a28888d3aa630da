import { formatNumber } from '#web/language/language.ts';
import { ProgressLine } from '#web/ui/states/ProgressLine.tsx';
import { texts } from '#web/features/versions/texts.ts';

interface Props {
  resolved: number;
  open: number;
}

/** A version's progress; renders nothing if no bug is planned for it. */
export function Progress({ resolved, open }: Props) {
  const all = resolved + open;
  if (all === 0) return null;
  const text = texts.progress(formatNumber(resolved), formatNumber(all));
  return <ProgressLine max={all} value={resolved} text={text} />;
}
