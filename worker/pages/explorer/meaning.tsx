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
import { breakable, Clamped, withNamedControls } from '../parts/shown-text.tsx';

export function Meaning({ resolution }: { readonly resolution: Resolution }): VNode {
  const labels: Readonly<Record<string, string | undefined>> = definitionOf(resolution.scheme).detailNames ?? {};
  return (
    <>
      <Parts resolution={resolution} />
      <Members of={resolution.details} labels={labels} />
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

interface MembersProps {
  readonly of: object;
  /** The names of some of them, for people. */
  readonly labels?: Readonly<Record<string, string | undefined>>;
}

/** The members of an object by their labels. */
function Members({ of, labels = {} }: MembersProps): VNode {
  return (
    <Details
      rows={Object.entries(of).map(([name, value]): Detail => [labels[name] ?? labelOf(name), detailValue(value)])}
    />
  );
}

/**
 * The label of a detail that its scheme definition does not name. `labelOf('windowsDrive')` is `'Windows drive'`.
 *
 * @param name - the name of the member in JSON
 */
export function labelOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function detailValue(value: unknown): ComponentChildren {
  if (value === null || value === undefined) return null;
  if (value === true || value === false) return value ? 'yes' : 'no';
  if (value === '') return <span class="nothing">empty</span>;
  if (Array.isArray(value)) {
    const items = value.map((item) => <li>{detailValue(item)}</li>);
    return items.length === 0 ? null : <ol class="values">{items}</ol>;
  }
  if (typeof value === 'object') return <Members of={value} />;
  const text = String(value);
  return (
    <Clamped length={text.length}>
      <bdi dir="auto">{withNamedControls(text)}</bdi>
    </Clamped>
  );
}
