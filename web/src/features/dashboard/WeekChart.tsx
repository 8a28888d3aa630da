import { AxisBottom, AxisLeft } from '@visx/axis';
import { scaleBand, scaleLinear } from '@visx/scale';
import { BarGroup } from '@visx/shape';
import type { Week } from '#contract/stats.ts';
import { formatNumber } from '#web/language/language.ts';
import { Chart, chartHeight, Legend } from './chart-parts.tsx';
import { texts } from './texts.ts';
import { useWidth } from './use-width.ts';
import { dayLabel } from './week-labels.ts';

const keys = ['opened', 'resolved'] as const;
const labels = { opened: texts.openedBugs, resolved: texts.resolvedBugs };
const margin = { top: 8, bottom: 24, left: 32 };
/** What a label of a week takes, in pixels. */
const labelWidth = 64;

/** Two bars for each week. What it says is said in words by the figures below it. */
export function WeekChart({ weeks }: { weeks: readonly Week[] }): React.JSX.Element {
  const { ref, width } = useWidth();
  return (
    <Chart>
      <Legend aria-hidden>
        {keys.map((key) => (
          <span key={key}>
            <svg width={10} height={10}>
              <rect className={key} x={0.5} y={0.5} width={9} height={9} />
            </svg>
            {labels[key]}
          </span>
        ))}
      </Legend>
      <div ref={ref}>
        <Bars weeks={weeks} width={width} />
      </div>
    </Chart>
  );
}

function Bars({ weeks, width }: { weeks: readonly Week[]; width: number }) {
  const height = chartHeight - margin.bottom;
  const most = Math.max(4, ...weeks.flatMap(({ opened, resolved }) => [opened, resolved]));
  const x0Scale = scaleBand({
    domain: weeks.map(({ monday }) => monday),
    range: [margin.left, Math.max(width, margin.left)],
    paddingInner: 0.3,
    paddingOuter: 0.1,
  });
  const x1Scale = scaleBand({ domain: [...keys], range: [0, x0Scale.bandwidth()], padding: 0.1 });
  const yScale = scaleLinear({ domain: [0, most], range: [height, margin.top], nice: 4 });
  const shown = Math.max(1, Math.ceil((weeks.length * labelWidth) / Math.max(1, width - margin.left)));
  return (
    <svg
      width={width}
      height={chartHeight}
      role="img"
      aria-label={texts.ofWeeks(weeks.length, sum(weeks, 'opened'), sum(weeks, 'resolved'))}
    >
      {yScale.ticks(4).map((tick) => (
        <line key={tick} className="grid" x1={margin.left} x2={width} y1={yScale(tick)} y2={yScale(tick)} />
      ))}
      <BarGroup
        data={[...weeks]}
        keys={[...keys]}
        height={height}
        x0={({ monday }) => monday}
        x0Scale={x0Scale}
        x1Scale={x1Scale}
        yScale={yScale}
        color={() => ''}
      >
        {(groups) =>
          groups.map(({ index, x0, bars }) => (
            <g key={index} transform={`translate(${x0})`}>
              <title>{titleOf(weeks[index])}</title>
              {/* Where no bar is, the week can be pointed at all the same. */}
              <rect width={x0Scale.bandwidth()} height={height} fill="transparent" />
              {bars.map(({ key, x, y, width: barWidth, height: barHeight }) => (
                <rect key={key} className={key} x={x} y={y} width={barWidth} height={barHeight} />
              ))}
            </g>
          ))
        }
      </BarGroup>
      <AxisLeft
        scale={yScale}
        left={margin.left}
        tickValues={yScale.ticks(4).filter(Number.isInteger)}
        tickFormat={(value) => formatNumber(Number(value))}
        hideAxisLine
        hideTicks
      />
      <AxisBottom
        scale={x0Scale}
        top={height}
        tickValues={weeks.map(({ monday }) => monday).filter((_, i) => (weeks.length - 1 - i) % shown === 0)}
        tickFormat={dayLabel}
        hideTicks
        axisLineClassName="grid"
      />
    </svg>
  );
}

function sum(weeks: readonly Week[], what: (typeof keys)[number]): number {
  return weeks.reduce((total, week) => total + week[what], 0);
}

function titleOf(week: Week | undefined): string {
  return week
    ? texts.ofWeek(dayLabel(week.monday), formatNumber(week.opened), formatNumber(week.resolved))
    : '';
}
