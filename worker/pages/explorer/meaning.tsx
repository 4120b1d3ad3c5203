/**
 * What the scheme means by a URL: its details as names and values. The names are those of the JSON, taken apart
 * into words, so a scheme that gains a detail shows it here without further ado.
 */
import type { ComponentChildren, VNode } from 'preact';
import { definitionOf } from '../../../src/definition-of.ts';
import type { Resolution } from '../../../src/index.ts';
import { type Detail, Details } from '../details.tsx';
import { visible } from './given.tsx';

/** The details that say something; what is absent is left out. */
export function Meaning({ resolution: { scheme, details } }: { readonly resolution: Resolution }): VNode {
  const names: Readonly<Record<string, string | undefined>> = definitionOf(scheme).detailNames ?? {};
  const rows = Object.entries(details).map(([name, value]): Detail => [names[name] ?? wordsOf(name), describe(value)]);
  return <Details rows={rows} />;
}

function rowOf([name, value]: [string, unknown]): Detail {
  return [wordsOf(name), describe(value)];
}

/**
 * A member's name as words.
 *
 * @example
 * ```ts
 * wordsOf('windowsDrive'); // 'Windows drive'
 * ```
 */
export function wordsOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function describe(value: unknown): ComponentChildren {
  if (value === null || value === undefined) return null;
  if (value === true || value === false) return value ? 'yes' : 'no';
  if (value === '') return <span class="nothing">empty</span>;
  if (Array.isArray(value)) return value.length === 0 ? null : <List items={value} />;
  if (typeof value === 'object') return <Details rows={Object.entries(value).map(rowOf)} />;
  return <bdi dir="auto">{visible(String(value))}</bdi>;
}

function List({ items }: { readonly items: readonly unknown[] }): VNode {
  return (
    <ol class="values">
      {items.map((item) => (
        <li>{describe(item)}</li>
      ))}
    </ol>
  );
}
