import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useState } from 'react';
import type { Week } from '#contract/bugs/stats.ts';
import { formatNumber } from '#web/language/language.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { texts } from './texts.ts';
import { dayLabel } from './week-labels.ts';

/** The chart's figures: always available to screen readers, on demand to everyone else. */
export function Figures({ weeks }: { weeks: readonly Week[] }) {
  const [isShown, setIsShown] = useState(false);
  const table = <FigureTable weeks={weeks} />;
  return (
    <>
      <div>
        <Button size="small" disabled={weeks.length === 0} onClick={() => setIsShown(!isShown)}>
          {isShown ? texts.hideFigures : texts.showFigures}
        </Button>
      </div>
      {weeks.length > 0 && (isShown ? table : <VisuallyHidden as="div">{table}</VisuallyHidden>)}
    </>
  );
}

/** The newest week first, as it is the most read. */
function FigureTable({ weeks }: { weeks: readonly Week[] }) {
  return (
    <Narrow size="small">
      <TableHead>
        <TableRow>
          <TableCell>{texts.weekOf}</TableCell>
          <TableCell align="right">{texts.openedBugs}</TableCell>
          <TableCell align="right">{texts.resolvedBugs}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {weeks.toReversed().map(({ monday, opened, resolved }) => (
          <TableRow key={monday}>
            <TableCell component="th" scope="row">
              {dayLabel(monday)}
            </TableCell>
            <TableCell align="right">{formatNumber(opened)}</TableCell>
            <TableCell align="right">{formatNumber(resolved)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Narrow>
  );
}

const Narrow = styled(Table)({ maxWidth: 400, fontVariantNumeric: 'tabular-nums' });
