/** The one stylesheet of all pages, a static asset. */

/**
 * Its address: another one with each deployment, so that browsers may keep it for ever.
 *
 * @param fingerprint - of the environment
 * @example
 * ```ts
 * stylesheetOf('2f'); // '/assets/waypost.css?2f'
 * ```
 */
export function stylesheetOf(fingerprint: string): string {
  return `/assets/waypost.css?${fingerprint}`;
}
