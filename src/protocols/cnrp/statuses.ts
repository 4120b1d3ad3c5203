/**
 * The status codes of CNRP (RFC 3367, appendix B): `class.subject.detail`. An unknown detail means what its class and
 * subject mean.
 */

/** The class of a status. Classes 4 and 5 are failures. */
const CLASSES: Readonly<Record<string, string>> = {
  1: 'Information',
  2: 'Success',
  3: 'Partial success',
  4: 'Temporary failure',
  5: 'Failure',
};

const SUBJECTS: Readonly<Record<string, string>> = { 1: 'query', 2: 'service' };

/** What a status with a known detail says. */
const DETAILS: Readonly<Record<string, string>> = {
  '3.1.1': 'The service ignored properties that it does not support.',
  '3.1.2': 'The query was well-formed XML, but not a valid query.',
  '3.1.3': 'The service has no datasets.',
  '3.1.4': 'The service searched only the first dataset of the query.',
  '3.1.5': 'The service could not search this dataset.',
  '3.2.1': 'A server that the service refers to does not answer.',
  '4.2.1': 'The service is busy.',
  '4.2.2': 'The service is down for maintenance.',
};

/** The class of a status, 1 to 5; `null` for a code that is none of CNRP. */
export function statusClass(code: string): number | null {
  return /^[1-5](?:\.\d{1,3}){2}$/.test(code) ? Number(code.charAt(0)) : null;
}

/**
 * The meaning of a status in words.
 *
 * @param code - such as `3.1.1`
 * @example
 * ```ts
 * statusInWords('4.2.9'); // 'Temporary failure (service).'
 * ```
 */
export function statusInWords(code: string): string {
  const [name = '', subject = ''] = code.split('.');
  const title = statusClass(code) === null ? undefined : CLASSES[name];
  if (title === undefined) return 'A status that CNRP does not define.';
  const about = SUBJECTS[subject];
  return DETAILS[code] ?? (about === undefined ? `${title}.` : `${title} (${about}).`);
}
