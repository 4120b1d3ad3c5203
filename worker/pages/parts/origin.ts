/** The address of the Worker in static assets. */

/** A placeholder in fragments for the address of the Worker, which is not known before a request. */
export const ORIGIN = 'https://origin.invalid';

/**
 * A fragment with the address of the Worker filled in, also within addresses that are percent-encoded.
 * `withOrigin(ORIGIN + '/r', 'https://waypost.example')` is `'https://waypost.example/r'`.
 *
 * @param root - without a slash at the end
 */
export function withOrigin(fragment: string, root: string): string {
  return fragment.replaceAll(ORIGIN, root).replaceAll(encodeURIComponent(ORIGIN), encodeURIComponent(root));
}
