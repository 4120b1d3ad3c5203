/**
 * Text with the colours that terminals would give it (ECMA-48 SGR); everything else in it that speaks to terminals
 * is left out.
 */
import type { VNode } from 'preact';
import { isStyled, type Run, runsOf, withoutControls } from '../../../src/schemes/gopher/ansi.ts';

/** A text; with colours, it stands on the black that they were made for. */
export function Styled({ text }: { readonly text: string }): VNode {
  if (!isStyled(text)) return <>{withoutControls(text)}</>;
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
