import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Week } from '#contract/bugs/stats.ts';
import { formatNumber } from '#web/language/language.ts';
import styles from './dashboard.module.css';
import { dayLabel } from './data.ts';
import { texts } from './texts.ts';

const keys = ['opened', 'resolved'] as const;
const classes = { opened: styles.opened, resolved: styles.resolved };
const labels = { opened: texts.openedBugs, resolved: texts.resolvedBugs };
const margin = { top: 8, bottom: 24 };
/** The width of a label's digit, and the gap behind the label, in pixels. */
const digit = 7.5;
const gap = 8;
/** The width of a week's label, in pixels. */
const labelWidth = 64;

/** Two bars for each week. The figures below show the same data as text. */
export function WeekChart({ weeks, height }: { weeks: readonly Week[]; height: number }): React.JSX.Element {
  const { ref, width } = useWidth();
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.legend} aria-hidden>
        {keys.map((key) => (
          <span key={key}>
            <svg width={10} height={10}>
              <rect className={classes[key]} x={0.5} y={0.5} width={9} height={9} />
            </svg>
            {labels[key]}
          </span>
        ))}
      </figcaption>
      <div ref={ref}>
        <Bars weeks={weeks} width={width} height={height} />
      </div>
    </figure>
  );
}

function Bars({ weeks, width, height }: { weeks: readonly Week[]; width: number; height: number }) {
  const bottom = height - margin.bottom;
  const most = Math.max(4, ...weeks.flatMap(({ opened, resolved }) => [opened, resolved]));
  const atFirst = stepFor(most);
  const step = stepFor(Math.ceil(most / atFirst) * atFirst);
  const top = Math.ceil(most / step) * step;
  const ticks = Array.from({ length: top / step + 1 }, (_, index) => index * step);
  const yOf = (value: number) => bottom - (value / top) * (bottom - margin.top);
  const longest = Math.max(...ticks.map((tick) => formatNumber(tick).length));
  const left = Math.max(3, longest) * digit + gap;
  // A week's bars take 70 % of its share of the width, with a gap of a tenth of a bar around each.
  const share = Math.max(0, width - left) / Math.max(1, weeks.length - 0.1);
  const band = share * 0.7;
  const bar = band / 2.1;
  const shown = Math.max(1, Math.ceil((weeks.length * labelWidth) / Math.max(1, width - left)));
  return (
    <svg
      width={width}
      height={height}
      role="img"
      aria-label={texts.ofWeeks(weeks.length, sum(weeks, 'opened'), sum(weeks, 'resolved'))}
    >
      {ticks.map((tick) => (
        <g key={tick} transform={`translate(${left} ${yOf(tick)})`}>
          <line className={styles.grid} x2={Math.max(0, width - left)} />
          {Number.isInteger(tick) && (
            <text x={-gap} dy="0.3em" textAnchor="end">
              {formatNumber(tick)}
            </text>
          )}
        </g>
      ))}
      {weeks.map((week, index) => (
        <g key={week.monday} transform={`translate(${left + share * (index + 0.1)})`}>
          <title>{titleOf(week)}</title>
          {/* Weeks without a bar can be hovered too. */}
          <rect width={band} height={bottom} fill="transparent" />
          {keys.map((key, at) => (
            <rect
              key={key}
              className={classes[key]}
              x={bar * (at + 0.1)}
              y={yOf(week[key])}
              width={bar * 0.9}
              height={bottom - yOf(week[key])}
            />
          ))}
          {(weeks.length - 1 - index) % shown === 0 && (
            <text x={band / 2} y={bottom + 18} textAnchor="middle">
              {dayLabel(week.monday)}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

/** The distance between about four lines up to `most`, which is at least 4: 1, 2 or 5 times a power of ten. */
function stepFor(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most / 4));
  const times = most / 4 / power;
  return power * (times >= Math.sqrt(50) ? 10 : times >= Math.sqrt(10) ? 5 : times >= Math.sqrt(2) ? 2 : 1);
}

function sum(weeks: readonly Week[], what: (typeof keys)[number]): number {
  return weeks.reduce((total, week) => total + week[what], 0);
}

function titleOf({ monday, opened, resolved }: Week): string {
  return texts.ofWeek(dayLabel(monday), formatNumber(opened), formatNumber(resolved));
}

/** The current width of an element in pixels; 0 before it is rendered. */
function useWidth(): { ref: RefObject<HTMLDivElement | null>; width: number } {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
