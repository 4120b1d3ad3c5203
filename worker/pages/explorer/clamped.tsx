/** Long content, cut after a few lines until the reader asks for all of it. It needs no script. */
import type { ComponentChildren, VNode } from 'preact';

/** More characters than this are more than eight lines in every window, and more than the second on a phone. */
const LONG = 700;
const LONG_ON_A_PHONE = 250;

interface ClampedProps {
  /** How many characters the content has. */
  readonly length: number;
  readonly children: ComponentChildren;
}

/** The content with a button below it, if it is long. */
export function Clamped({ length, children }: ClampedProps): VNode {
  if (length <= LONG_ON_A_PHONE) return <>{children}</>;
  return (
    <div class="clamped" data-long={length > LONG ? 'always' : 'narrow'}>
      <div class="clamp">{children}</div>
      <ShowAll />
    </div>
  );
}

function ShowAll(): VNode {
  return (
    <details class="show-all">
      <summary class="quiet">
        <span class="more">Show all</span>
        <span class="less">Show less</span>
      </summary>
    </details>
  );
}
