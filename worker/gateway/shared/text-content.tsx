/**
 * A text on a page, inside a `<pre>`: with its terminal colours (ECMA-48 SGR), or else in paragraphs, whose prose is
 * wrapped to the width of the window, and whose URLs are links. Below a file, links to it in other charsets, for texts
 * that were decoded wrongly.
 */
import type { VNode } from 'preact';
import { isStyled, type StyledRun, styledRuns, withoutControls } from '../../../src/octets/ansi.ts';
import { sizeText } from '../../pages/parts/counted.ts';
import type { Html } from '../../pages/parts/html.ts';
import { VIEW_REL } from '../../pages/parts/layout.tsx';
import { Empty } from '../../pages/parts/notice.tsx';
import type { GatewayContext, LinkBuilder } from '../contract/contract.ts';
import { LinkedText } from './linked-text.tsx';
import { FileFacts } from './page-parts.tsx';
import { paragraphsOf } from './paragraphs.ts';

interface CharsetProps {
  readonly context: Pick<GatewayContext, 'links'>;
  readonly charset: string;
  readonly query?: Readonly<Record<string, string>> | undefined;
}

export interface TextFactsProps extends CharsetProps {
  /** The name of the file. */
  readonly name: string;
  readonly octets: Uint8Array;
  /** What is said of its size. Absent = the number of octets */
  readonly facts?: readonly string[] | undefined;
}

interface TextContentProps extends TextFactsProps {
  readonly text: string;
  /** What the text is, for the sentence that says that it is empty. Absent = `file` */
  readonly noun?: string;
  /** As for {@link PlainText}. */
  readonly drawn?: readonly StyledRun[] | null;
}

export function TextContent({ text, drawn = null, noun = 'file', ...facts }: TextContentProps): VNode {
  const { links } = facts.context;
  return (
    <>
      {text.trim() === '' ? <Empty>The {noun} is empty.</Empty> : <TextBlock text={text} drawn={drawn} links={links} />}
      <TextFacts {...facts} />
    </>
  );
}

/** What stands below a text: other charsets, its name and its size. */
export function TextFacts({ name, octets, facts = [sizeText(octets.length)], ...charset }: TextFactsProps): VNode {
  return (
    <>
      {octets.some((octet) => octet > 0x7f) && <CharsetForm {...charset} />}
      <FileFacts name={name} facts={facts} />
    </>
  );
}

/** The charsets to choose from, with the names that people know. `?charset=` takes other labels too. */
const commonCharsets: readonly (readonly [label: string, name: string])[] = [
  ['utf-8', 'UTF-8'],
  ['windows-1252', 'Latin-1'],
  ['cp437', 'CP437 (PC)'],
  ['macintosh', 'Mac Roman'],
  ['koi8-r', 'KOI8-R'],
  ['windows-1251', 'Cyrillic (1251)'],
  ['iso-8859-2', 'Latin-2'],
  ['shift_jis', 'Shift JIS'],
  ['euc-jp', 'EUC-JP'],
  ['euc-kr', 'EUC-KR'],
  ['big5', 'Big5'],
  ['gbk', 'GBK'],
];

/** Names the charset of a text and offers others. */
export function CharsetForm({ context, charset, query }: CharsetProps): VNode {
  const name = commonCharsets.find(([label]) => label === charset)?.[1] ?? charset;
  return (
    <details class="charsets">
      <summary>Decoded as {name}. Garbled text?</summary>
      <ul>
        {commonCharsets
          .filter(([label]) => label !== charset)
          .map(([label, name]) => (
            <li>
              <a href={context.links.self({ ...query, charset: label })} rel={VIEW_REL}>
                {name}
              </a>
            </li>
          ))}
      </ul>
    </details>
  );
}

interface PlainTextProps {
  readonly text: string;
  /** `null` = the URLs of the text are no links. Those of a text with colours never are. */
  readonly links?: LinkBuilder | null;
  /** The text as a screen shows it, if it moves the cursor; `null` = it does not. */
  readonly drawn?: readonly StyledRun[] | null;
}

/** A text. HTML drops the line break before it, the first one in a `<pre>` (§13.1.2.5). */
export function PlainText({ text, links = null, drawn = null }: PlainTextProps): VNode {
  const runs = drawn ?? (isStyled(text) ? styledRuns(text) : null);
  return (
    <>
      {'\n'}
      {runs === null ? <Paragraphs text={withoutControls(text)} links={links} /> : <Styled runs={runs} />}
    </>
  );
}

function Paragraphs({ text, links }: Required<Omit<PlainTextProps, 'drawn'>>): VNode {
  const linked = links === null ? null : new LinkedText(text, links);
  return (
    <>
      {paragraphsOf(text).map(({ text, flow }) => {
        const content = linked?.take(text.length) ?? text;
        return flow === null ? content : <span class={flow}>{content}</span>;
      })}
    </>
  );
}

/** The lines of a text that are never wrapped. */
export function unwrappedLines(text: string): string[] {
  const pieces = isStyled(text) ? [{ text, flow: null }] : paragraphsOf(text);
  return pieces.flatMap(({ text, flow }) => (flow === null ? text.split('\n') : []));
}

/** A text in its own `<pre>`. It can be scrolled with the keyboard if it is wider than the window. */
export function TextBlock(props: PlainTextProps): VNode {
  return (
    // biome-ignore lint/a11y: what scrolls must be reachable (WCAG 2.1.1)
    <pre class="text" tabIndex={0} role="group" aria-label="Text">
      <PlainText {...props} />
    </pre>
  );
}

function Styled({ runs }: { readonly runs: readonly StyledRun[] }): VNode {
  return (
    <span class="ansi">
      {runs.map((run) => {
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
  const colours = [front !== null && `f${front}`, background !== null && `b${background}`];
  const others = [bold && 'bold', underlined && 'underlined', inverse && 'inverse'];
  return [...colours, ...others].filter(Boolean).join(' ');
}

/** A block of rows. Their HTML is complete: each tag that they open they also close. */
export function Markup({ of }: { readonly of: readonly Html[] }): VNode {
  const markup = of.map(({ text }) => text).join('');
  return <div dangerouslySetInnerHTML={{ __html: markup }} />;
}
