/**
 * Plain text inside a `<pre>`: with the colours that terminals would give it (ECMA-48 SGR), or else in paragraphs, of
 * which those of words follow the width of the window.
 */
import type { VNode } from 'preact';
import { isStyled, type Run, runsOf, withoutControls } from '../../../src/schemes/gopher/ansi.ts';
import { paragraphsOf } from './paragraphs.ts';

/** A text. The line break before it is none: HTML passes over the first one in a `<pre>` (§13.1.2.5). */
export function PlainText({ text }: { readonly text: string }): VNode {
  return (
    <>
      {'\n'}
      {isStyled(text) ? <Styled text={text} /> : <Paragraphs text={withoutControls(text)} />}
    </>
  );
}

/** The lines of a text that never go on in the next one. */
export function rigidLinesOf(text: string): string[] {
  const pieces = isStyled(text) ? [{ text, flow: null }] : paragraphsOf(text);
  return pieces.flatMap(({ text, flow }) => (flow === null ? text.split('\n') : []));
}

function Paragraphs({ text }: { readonly text: string }): VNode {
  return <>{paragraphsOf(text).map(({ text, flow }) => (flow === null ? text : <span class={flow}>{text}</span>))}</>;
}

function Styled({ text }: { readonly text: string }): VNode {
  return (
    <span class="ansi">
      {runsOf(text).map((run) => {
        const classes = classesOf(run);
        return classes === '' ? run.text : <span class={classes}>{run.text}</span>;
      })}
    </span>
  );
}

const BRIGHT = 8;

function classesOf({ style }: Run): string {
  const { foreground, background, bold, underlined, inverse } = style;
  // A screen of the time showed bold as bright.
  const front = bold && foreground !== null && foreground < BRIGHT ? foreground + BRIGHT : foreground;
  return [
    front === null ? '' : `f${front}`,
    background === null ? '' : `b${background}`,
    bold ? 'bold' : '',
    underlined ? 'underlined' : '',
    inverse ? 'inverse' : '',
  ]
    .filter((name) => name !== '')
    .join(' ');
}
