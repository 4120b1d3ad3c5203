/** The clicks of a link by day, as a small chart of bars with its figures for screen readers. */
import type { VNode } from 'preact';
import type { DayClicks } from '../../../src/links/record.ts';
import { counted } from '../parts/counted.ts';

const DAY_MS = 86_400_000;
/** The days that are shown, up to the last one with a click. */
const DAYS = 60;
const HEIGHT = 40;

/** @param days - the days with clicks, in any order */
export function ClicksChart({ days }: { readonly days: readonly DayClicks[] }): VNode {
  const last = Math.max(...days.map(({ day }) => Date.parse(day)));
  if (days.length === 0) return <p class="aside">No clicks yet.</p>;
  const shown = days.filter(({ day }) => last - Date.parse(day) < DAYS * DAY_MS);
  const most = Math.max(...shown.map(({ clicks }) => clicks));
  const sum = shown.reduce((all, { clicks }) => all + clicks, 0);
  const lastDay = new Date(last).toISOString().slice(0, 10);
  const label = `${counted(sum, 'click')} in ${DAYS} days up to ${lastDay}, at most ${most} a day`;
  return (
    <figure class="clicks-chart">
      <svg viewBox={`0 0 ${DAYS * 4} ${HEIGHT}`} role="img" aria-label={label}>
        {shown.map(({ day, clicks }) => {
          const height = Math.max(1, Math.round((clicks / most) * HEIGHT));
          const x = (DAYS - 1 - Math.round((last - Date.parse(day)) / DAY_MS)) * 4;
          return (
            <rect x={x} y={HEIGHT - height} width={3} height={height}>
              <title>{`${day}: ${counted(clicks, 'click')}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption>{label}</figcaption>
    </figure>
  );
}
