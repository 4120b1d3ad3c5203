/** Makes short links, for people who have a token. The token is sent with this one request, and stored nowhere. */
import type { VNode } from 'preact';
import { basePath } from '../../parts/browser/base-path.ts';
import { CopyButton } from '../../parts/copy-button.tsx';

/** The state of the form. */
export type ShortLinkState =
  | { readonly state: 'idle' }
  | { readonly state: 'waiting' }
  | { readonly state: 'made'; readonly short: string; readonly inspect: string }
  | { readonly state: 'failed'; readonly message: string };

/** The form, and the result of the last request. */
export function ShortLinkForm({ shortLink }: { readonly shortLink: ShortLinkState }): VNode {
  return (
    <div class="short-link scripted">
      <form data-form="short-link">
        <label for="token">Short link: your token</label>
        <div class="with-button">
          <input id="token" name="token" type="password" autocomplete="off" required />
          <button type="submit" disabled={shortLink.state === 'waiting'}>
            Create
          </button>
        </div>
      </form>
      <p class="aside">
        <a href="/links">Give links titles, and manage them</a>
      </p>
      <div aria-live="polite">
        {shortLink.state === 'made' && (
          <p>
            <a href={shortLink.inspect}>{shortLink.short}</a>{' '}
            <CopyButton text={shortLink.short} what="the short link" short />
          </p>
        )}
        {shortLink.state === 'failed' && <p>{shortLink.message}</p>}
      </div>
    </div>
  );
}

/**
 * Makes a short link.
 *
 * @param url - the target of the short link
 * @param token - as the person typed it
 */
export async function makeShortLink(url: string, token: string): Promise<ShortLinkState> {
  try {
    const response = await fetch(`${basePath()}/v1/links`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify({ url }),
    });
    const body: unknown = await response.json();
    if (!response.ok) return { state: 'failed', message: memberOf(body, 'detail') };
    return { state: 'made', short: memberOf(body, 'short'), inspect: memberOf(body, 'inspect') };
  } catch (error) {
    return { state: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

/** A member of a JSON object as text; empty if there is none. */
function memberOf(body: unknown, name: string): string {
  if (typeof body !== 'object' || body === null) return '';
  const member = Object.entries(body).find(([key]) => key === name);
  return member === undefined ? '' : String(member[1]);
}
