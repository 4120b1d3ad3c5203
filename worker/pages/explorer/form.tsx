/** The one input of the explorer. It works without a script: then it asks `/inspect`. */
import type { VNode } from 'preact';
import { isPlain, type Question } from './question.ts';

export function Form({ question }: { readonly question: Question }): VNode {
  const { text, base, dialect, lax } = question;
  return (
    <form class="asking" action="/inspect" method="get" data-form="ask">
      <label for="url">A URL, or a text with URLs in it</label>
      <div class="with-button">
        <textarea
          id="url"
          name="url"
          rows={1}
          required
          dir="ltr"
          spellcheck={false}
          autocapitalize="none"
          autocomplete="off"
          placeholder="gopher://"
          aria-describedby="url-hint"
        >
          {text}
        </textarea>
        <button type="submit">Explain</button>
      </div>
      <p id="url-hint" class="aside">
        In any shape: old, wrapped, broken over lines. A whole letter or list gives a table of its links.
      </p>
      <details class="reading" open={!isPlain(question)}>
        <summary>Base and dialect</summary>
        <div class="settings">
          <p class="field">
            <label for="base">Relative to this URL</label>
            <input
              id="base"
              name="base"
              type="text"
              dir="ltr"
              value={base}
              spellcheck={false}
              autocapitalize="none"
              autocomplete="off"
            />
          </p>
          <p class="field">
            <label for="dialect">Read as</label>
            <select id="dialect" name="dialect">
              <option value="current" selected={dialect === 'current'}>
                URLs are written today
              </option>
              <option value="url-1994" selected={dialect === 'url-1994'}>
                URLs were written in 1994
              </option>
            </select>
          </p>
          <p class="field">
            <label class="choice" for="lax">
              <input id="lax" name="lax" type="checkbox" value="true" checked={lax} />A reference may repeat the scheme
              of its base
            </label>
          </p>
        </div>
      </details>
    </form>
  );
}
