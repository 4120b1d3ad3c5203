/**
 * What a URL means: its parts as a table, and the details of its scheme as names and values. The names come from the
 * scheme definition; a detail without one gets the name of its JSON member, split into words.
 */
import type { ComponentChildren, VNode } from 'preact';
import { anatomyOf } from '../../../src/anatomy.ts';
import { definitionOf } from '../../../src/definition-of.ts';
import type { Resolution } from '../../../src/index.ts';
import { decodeText } from '../../../src/uri/decode.ts';
import { type Detail, Details } from '../parts/details.tsx';
import { breakable, withNamedControls } from '../parts/shown-text.tsx';
import { Clamped } from './clamped.tsx';

export function Meaning({ resolution }: { readonly resolution: Resolution }): VNode {
  return (
    <>
      <Parts resolution={resolution} />
      <SchemeDetails resolution={resolution} />
    </>
  );
}

/** The parts of the canonical form, and their text once it is decoded. */
function Parts({ resolution: { canonical, components } }: { readonly resolution: Resolution }): VNode {
  const implied = components.explicitPort === null ? components.port : null;
  return (
    <table class="parts">
      <caption class="visually-hidden">Parts of the canonical URL</caption>
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col">In the canonical URL</th>
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
                <Clamped length={text.length}>
                  <code>
                    <bdi dir="ltr">{breakable(text)}</bdi>
                  </code>
                </Clamped>
                {decoded !== text && (
                  <Clamped length={decoded.length}>
                    <p class="decoded">
                      {'decoded: '}
                      <bdi dir="auto">{withNamedControls(decoded)}</bdi>
                    </p>
                  </Clamped>
                )}
              </td>
            </tr>
          );
        })}
        {implied !== null && (
          <tr>
            <th scope="row">port</th>
            <td class="nothing">{implied}, the default of the scheme</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function SchemeDetails({ resolution: { scheme, details } }: { readonly resolution: Resolution }): VNode {
  const labels: Readonly<Record<string, string | undefined>> = definitionOf(scheme).detailNames ?? {};
  return (
    <Details
      rows={Object.entries(details).map(([name, value]): Detail => [labels[name] ?? labelOf(name), detailValue(value)])}
    />
  );
}

/** A detail within a detail. */
function detailRow([name, value]: [string, unknown]): Detail {
  return [labelOf(name), detailValue(value)];
}

/**
 * The label of a detail that its scheme definition does not name.
 *
 * @param name - the name of the member in JSON
 * @example
 * ```ts
 * labelOf('windowsDrive'); // 'Windows drive'
 * ```
 */
export function labelOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function detailValue(value: unknown): ComponentChildren {
  if (value === null || value === undefined) return null;
  if (value === true || value === false) return value ? 'yes' : 'no';
  if (value === '') return <span class="nothing">empty</span>;
  if (Array.isArray(value)) return value.length === 0 ? null : <Values values={value} />;
  if (typeof value === 'object') return <Details rows={Object.entries(value).map(detailRow)} />;
  const text = String(value);
  return (
    <Clamped length={text.length}>
      <bdi dir="auto">{withNamedControls(text)}</bdi>
    </Clamped>
  );
}

function Values({ values }: { readonly values: readonly unknown[] }): VNode {
  return (
    <ol class="values">
      {values.map((value) => (
        <li>{detailValue(value)}</li>
      ))}
    </ol>
  );
}
