/** A time for people. `durationText(300)` is `'5 minutes'`; others are `90 seconds` and `18 hours`. */
export function durationText(seconds: number): string {
  const [amount, unit] =
    seconds < 120 ? [seconds, 'second'] : seconds < 7200 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour'];
  const rounded = amount < 10 ? Math.round(amount * 10) / 10 : Math.round(amount);
  return `${rounded} ${unit}${rounded === 1 ? '' : 's'}`;
}
