/** The field for the syntax that a form reads its text in. */
import type { VNode } from 'preact';
import type { ExplorerQuery } from './query.ts';

export function DialectField({ dialect }: Pick<ExplorerQuery, 'dialect'>): VNode {
  return (
    <p class="field">
      <label for="dialect">Syntax</label>
      <select id="dialect" name="dialect">
        <option value="current" selected={dialect === 'current'}>
          current
        </option>
        <option value="url-1994" selected={dialect === 'url-1994'}>
          1994 (draft-ietf-uri-url)
        </option>
      </select>
    </p>
  );
}
