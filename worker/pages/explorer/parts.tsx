/** The parts of a URL as a table: as they stand in it, and what they say once they are decoded. */
import type { VNode } from 'preact';
import { anatomyOf } from '../../../src/anatomy.ts';
import type { Resolution } from '../../../src/index.ts';
import { decodeText } from '../../../src/uri/octets.ts';
import { breakable } from './anatomy.tsx';
import { visible } from './given.tsx';

/** The table. */
export function Parts({ resolution }: { readonly resolution: Resolution }): VNode {
  const { canonical, components } = resolution;
  const implied = components.explicitPort === null ? components.port : null;
  return (
    <table class="parts">
      <caption class="unseen">Parts of the canonical URL</caption>
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col">As it stands</th>
        </tr>
      </thead>
      <tbody>
        {anatomyOf(canonical).map(({ name, at }) => {
          const text = canonical.slice(...at);
          const decoded = name === 'host' ? (components.hostUnicode ?? text) : decodeText(text);
          return (
            <tr id={`part-${name}`} data-part={name}>
              <th scope="row">{name}</th>
              <td>
                <code>
                  <bdi dir="ltr">{breakable(text)}</bdi>
                </code>
                {decoded !== text && (
                  <p class="decoded">
                    {'decoded: '}
                    <bdi dir="auto">{visible(decoded)}</bdi>
                  </p>
                )}
              </td>
            </tr>
          );
        })}
        {implied !== null && (
          <tr>
            <th scope="row">port</th>
            <td class="nothing">{implied}, which the scheme implies</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
