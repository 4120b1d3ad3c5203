/** Where the explorer's script is, a static asset. */

/**
 * Its address: another one with each deployment, so that browsers may keep it for ever.
 *
 * @param fingerprint of the environment
 * @example
 * explorerScript('2f'); // '/assets/explorer.js?2f'
 */
export function explorerScript(fingerprint: string): string {
  return `/assets/explorer.js?${fingerprint}`;
}
