import { styled } from '@mui/material/styles';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { RouteTimes } from '#contract/admin/admin.ts';
import { formatNumber } from '#web/language/language.ts';
import { StackingCell, StackingTable, TableFrame } from '#web/ui/StackingTable.tsx';
import { formatDuration } from './duration.ts';
import { timesTexts } from './texts.ts';

/** Pages without a URL of their own. */
const shared: Record<string, string> = {
  files: timesTexts.files,
  pages: timesTexts.pages,
  unknown: timesTexts.unknown,
};

/** The highest total time first, as the server sends them. */
export function TimesTable({ routes }: { routes: readonly RouteTimes[] }) {
  return (
    <TableFrame>
      <TimesTableRoot>
        <TableHead>
          <TableRow>
            <TableCell>{timesTexts.call}</TableCell>
            <TableCell className="figure">{timesTexts.calls}</TableCell>
            <TableCell className="figure">{timesTexts.failures}</TableCell>
            <TableCell className="figure" title={timesTexts.half}>
              {timesTexts.p50}
            </TableCell>
            <TableCell className="figure" title={timesTexts.most}>
              {timesTexts.p95}
            </TableCell>
            <TableCell className="figure">{timesTexts.slowest}</TableCell>
            <TableCell className="figure" aria-sort="descending">
              {timesTexts.total}
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {routes.map((one) => (
            <TimesRow key={`${one.method} ${one.route}`} times={one} />
          ))}
        </TableBody>
      </TimesTableRoot>
    </TableFrame>
  );
}

function TimesRow({ times }: { times: RouteTimes }) {
  const method = times.method === 'other' ? timesTexts.other : times.method;
  const name = `${method} ${shared[times.route] ?? times.route}`;
  return (
    <TableRow hover>
      <StackingCell label={timesTexts.call} title={name}>
        {name}
      </StackingCell>
      <Figure label={timesTexts.calls} value={formatNumber(times.calls)} />
      <Figure label={timesTexts.failures} value={formatNumber(times.failures)} />
      <Figure label={timesTexts.p50} value={formatDuration(times.p50)} />
      <Figure label={timesTexts.p95} value={formatDuration(times.p95)} />
      <Figure label={timesTexts.slowest} value={formatDuration(times.slowest)} />
      <Figure label={timesTexts.total} value={formatDuration(times.total)} />
    </TableRow>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <StackingCell label={label} className="figure">
      {value}
    </StackingCell>
  );
}

const TimesTableRoot = styled(StackingTable)(({ theme }) => ({
  '& .figure': { fontVariantNumeric: 'tabular-nums' },
  [theme.breakpoints.up('md')]: {
    '& .figure': { width: theme.spacing(26), textAlign: 'end' },
  },
}));
