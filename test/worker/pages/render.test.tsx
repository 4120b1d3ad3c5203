/** The renderer of pages writes what preact-render-to-string writes, for everything that `preact.d.ts` has. */
import type { ComponentChildren, VNode } from 'preact';
import { renderToString as renderByPreact } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { Fragment, jsx } from '../../../worker/pages/parts/jsx-runtime.ts';
import { renderToString } from '../../../worker/pages/parts/render.ts';
import fc, { runs } from '../../fast-check.ts';

function Item({ name, children }: { readonly name: string; readonly children?: ComponentChildren }): VNode {
  return (
    <li title={name}>
      {name}: {children}
    </li>
  );
}

test.each<[string, VNode]>([
  ['text', <p>{'<b> & "c" \'d\''}</p>],
  ['nothing', <p>{[null, undefined, false, true, '', 0]}</p>],
  ['lists in lists', <ul>{[['a', <b>b</b>], [['c']]]}</ul>],
  ['components', <Item name={'"&<>'}>{[<Item name="inner" />, 'x']}</Item>],
  ['fragments', <Fragment>{['a', <Fragment>b</Fragment>]}</Fragment>],
  [
    'an element without an end tag',
    <p>
      <br />
      <input name="q" value={'a"b'} required />
      <img src="x" alt="" />
    </p>,
  ],
  ['markup', <div class="rows" dangerouslySetInnerHTML={{ __html: '<b>x</b>' }} />],
  [
    'attributes that are absent',
    <p class={null} title={undefined} hidden={false} id="">
      x
    </p>,
  ],
  ['attributes without a value', <input disabled checked={true} readOnly multiple={false} />],
  ['attributes whose false is a word', <p spellcheck={false} data-off={false} data-on={true} />],
  ['numbers', <td colSpan={2} rowSpan={0} tabIndex={-1} />],
  [
    'a drawing',
    <svg viewBox="0 0 1 1" role="img" aria-label="a line">
      <path d="M0 0" fill="none" stroke="currentColor" />
    </svg>,
  ],
  [
    'a choice',
    <select name="a">
      <option value="x" selected>
        x
      </option>
      <option value="y" selected={false}>
        y
      </option>
    </select>,
  ],
  [
    'a text area',
    <textarea rows={2} maxLength={5} spellcheck={true}>
      {'\n<x>'}
    </textarea>,
  ],
  [
    'a key',
    <ul>
      {['a', 'b'].map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>,
  ],
])('%s', (_, node) => {
  expect(renderToString(node)).toBe(renderByPreact(node));
});

test('the JSX of the Worker makes the same HTML as that of Preact', () => {
  const own = jsx('p', { class: 'x' }, jsx(Fragment, null, 'a', jsx('b', null, 1)), jsx('br', null));
  const theirs = (
    <p class="x">
      a<b>{1}</b>
      <br />
    </p>
  );
  expect(renderToString(own)).toBe(renderByPreact(theirs));
});

test('any tree', () => {
  const text = fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", 'é', ' ', '\n', '\0'), maxLength: 5 });
  const value = fc.oneof(text, fc.boolean(), fc.integer(), fc.constant(null), fc.constant(undefined));
  const names = ['class', 'id', 'title', 'hidden', 'aria-label', 'data-x', 'colSpan', 'spellcheck', 'open', 'start'];
  const attributes = fc.dictionary(fc.constantFrom(...names), value);
  const { node } = fc.letrec<{ node: VNode; child: ComponentChildren }>((tie) => ({
    node: fc
      .tuple(fc.constantFrom('p', 'a', 'b', 'td'), attributes, fc.array(tie('child'), { maxLength: 4 }))
      .map(([Tag, props, children]) => <Tag {...props}>{children}</Tag>),
    child: fc.oneof({ depthSize: 'small' }, text, fc.integer(), fc.constant(null), fc.constant(true), tie('node')),
  }));
  fc.assert(
    fc.property(node, (tree) => {
      expect(renderToString(tree)).toBe(renderByPreact(tree));
    }),
    runs(),
  );
});
