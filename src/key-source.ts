/** Which spelling of a URL an archive's key is made of. */

/** A URL without the wrapper `URL:` and without angle brackets. */
const WRITTEN_URL = /^(?!url:)[a-z][a-z\d+.-]*:/i;

/**
 * The spelling that a key is made of. Programs of archives read a URL as it is written, which may have another key than
 * its canonical form.
 *
 * @param isFound - whether a base or a gateway gave the URL, so that it is not what is written
 */
export function keySource(written: string, canonical: string, isFound: boolean): string {
  return isFound || !WRITTEN_URL.test(written) ? canonical : written;
}
