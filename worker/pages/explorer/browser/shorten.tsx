/** The form that makes a short link, for whoever has a token. */
import type { VNode } from 'preact';
import { Copy } from '../copy.tsx';

/** How far the making of a short link has come. */
export type Shortening =
  | { readonly state: 'possible' }
  | { readonly state: 'working' }
  | { readonly state: 'made'; readonly short: string; readonly inspect: string }
  | { readonly state: 'failed'; readonly message: string };

export function Shorten({ shortening }: { readonly shortening: Shortening }): VNode {
  return (
    <details class="chip scripted" name="doing">
      <summary>Short link</summary>
      <div class="panel">
        <form data-form="shorten">
          <label for="token">Your token</label>
          <div class="with-button">
            <input id="token" name="token" type="password" autocomplete="off" required />
            <button type="submit" disabled={shortening.state === 'working'}>
              Make it
            </button>
          </div>
        </form>
        <div aria-live="polite">
          {shortening.state === 'made' && (
            <p>
              <a href={shortening.inspect}>{shortening.short}</a> <Copy text={shortening.short} what="the short link" />
            </p>
          )}
          {shortening.state === 'failed' && <p>{shortening.message}</p>}
        </div>
      </div>
    </details>
  );
}
