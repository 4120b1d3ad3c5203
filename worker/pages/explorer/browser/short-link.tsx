/** Makes short links, for people who have a token. The token is sent with this one request, and stored nowhere. */
import type { VNode } from 'preact';
import { basePath } from '../../parts/browser/base-path.ts';
import { CopyButton } from '../../parts/copy-button.tsx';

export type ShortLinkState =
  | { readonly state: 'idle' }
  | { readonly state: 'waiting' }
  | { readonly state: 'made'; readonly short: string; readonly inspect: string }
  | { readonly state: 'failed'; readonly message: string };

export function ShortLinkForm({ shortLink }: { readonly shortLink: ShortLinkState }): VNode {
  return (
    <div class="short-link scripted">
      <form data-form="short-link">
        <label for="token">Create a short link (token)</label>
        <div class="with-button">
          <input id="token" name="token" type="password" autocomplete="off" required />
          <button type="submit" disabled={shortLink.state === 'waiting'}>
            Create
          </button>
        </div>
      </form>
      <p class="aside">
        <a href="/links">Manage your short links</a>
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

export async function makeShortLink(url: string, token: string): Promise<ShortLinkState> {
  try {
    const response = await fetch(`${basePath()}/v1/links`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify({ url }),
    });
    const body: Partial<Record<'short' | 'inspect' | 'detail', string>> = await response.json();
    const { short = '', inspect = '', detail = '' } = body;
    return response.ok ? { state: 'made', short, inspect } : { state: 'failed', message: detail };
  } catch (error) {
    return { state: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}
