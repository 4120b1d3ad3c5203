/**
 * Plain text inside a `<pre>`: with its terminal colours (ECMA-48 SGR), or else in paragraphs, whose prose is wrapped
 * to the width of the window.
 */
import type { VNode } from 'preact';
import { isStyled, type StyledRun, styledRuns, withoutControls } from '../../../src/octets/ansi.ts';
import type { Html } from '../../pages/parts/html.ts';
import { paragraphsOf } from './paragraphs.ts';

/** A text. HTML drops the line break before it, the first one in a `<pre>` (§13.1.2.5). */
export function PlainText({ text }: { readonly text: string }): VNode {
  return (
    <>
      {'\n'}
      {isStyled(text) ? <Styled text={text} /> : <Paragraphs text={withoutControls(text)} />}
    </>
  );
}

/** The lines of a text that are never wrapped. */
export function unwrappedLines(text: string): string[] {
  const pieces = isStyled(text) ? [{ text, flow: null }] : paragraphsOf(text);
  return pieces.flatMap(({ text, flow }) => (flow === null ? text.split('\n') : []));
}

/** A text in its own `<pre>`. It can be scrolled with the keyboard if it is wider than the window. */
export function TextBlock({ text }: { readonly text: string }): VNode {
  return (
    // biome-ignore lint/a11y: what scrolls must be reachable (WCAG 2.1.1)
    <pre class="text" tabIndex={0} role="group" aria-label="Text">
      <PlainText text={text} />
    </pre>
  );
}

function Paragraphs({ text }: { readonly text: string }): VNode {
  return <>{paragraphsOf(text).map(({ text, flow }) => (flow === null ? text : <span class={flow}>{text}</span>))}</>;
}

function Styled({ text }: { readonly text: string }): VNode {
  return (
    <span class="ansi">
      {styledRuns(text).map((run) => {
        const classes = classesOf(run);
        return classes === '' ? run.text : <span class={classes}>{run.text}</span>;
      })}
    </span>
  );
}

/** The index of the first bright colour. */
const BRIGHT = 8;

function classesOf({ style }: StyledRun): string {
  const { foreground, background, bold, underlined, inverse } = style;
  // Terminals of the time showed bold text in the bright colour.
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

/** A block of rows. Their HTML is complete: each tag that they open they also close. */
export function Markup({ of }: { readonly of: readonly Html[] }): VNode {
  const markup = of.map(({ text }) => text).join('');
  return <div dangerouslySetInnerHTML={{ __html: markup }} />;
}
