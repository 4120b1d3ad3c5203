/** The answer of the explorer to a query. The server and the browser render it with the same components. */
import type { VNode } from 'preact';
import { schemeTitle } from '../../../src/definition-of.ts';
import { counted } from '../parts/counted.ts';
import { InternationalHost, readableSentence } from '../parts/host-name.tsx';
import type { Proposal } from '../parts/proposals.ts';
import { breakable, Clamped, looksLikePath, PATH_ADVICE, withNamedControls } from '../parts/shown-text.tsx';
import { Clause } from '../parts/specification.tsx';
import { Actions, type ActionsProps } from './actions.tsx';
import { type BrowserResult, CanonicalForm } from './canonical-form.tsx';
import { Anatomy, Meaning } from './meaning.tsx';
import { libraryOptions, type ParseResult } from './query.ts';
import { changedParts, NumberedInput, numberSteps, Steps } from './steps.tsx';
import { WireOctets } from './wire-octets.tsx';

export type AnswerView =
  /** One sentence: why there is no answer yet. */
  | { readonly kind: 'notice'; readonly sentence: string }
  | ({ readonly kind: 'url' } & UrlView)
  /** With the URLs that the input may have been meant as. */
  | (Extract<ParseResult, { kind: 'error' }> & { readonly proposals: readonly Proposal[] })
  /** A text with links, and the address of the page that lists them. */
  | { readonly kind: 'text'; readonly href: string };

interface UrlView extends Pick<ActionsProps, 'query' | 'resolution'> {
  /** `null` on the server. */
  readonly browserResult: BrowserResult | null;
  /** Whether the URL is our example, because the input is empty. */
  readonly example: boolean;
}

type AnswerProps = Omit<ActionsProps, 'query' | 'resolution'> & { readonly view: AnswerView };

export function Answer({ view, ...actions }: AnswerProps): VNode {
  switch (view.kind) {
    case 'notice':
      return <p>{view.sentence}</p>;
    case 'error':
      return <ErrorInInput {...view} />;
    case 'text':
      return <TextWithLinks href={view.href} />;
    case 'url':
      return <ExplainedUrl {...view} {...actions} />;
  }
}

function TextWithLinks({ href }: { readonly href: string }): VNode {
  return (
    <section class="input-error">
      <h2>A text with links</h2>
      <p class="lead">See them in a table, compare two, and check and save many.</p>
      <p>
        <a class="button" href={href}>
          Show the links
        </a>
      </p>
    </section>
  );
}

/** How many characters are shown on either side of an error. */
const AROUND = 60;

function ErrorInInput({ error, inBase, proposals }: Extract<AnswerView, { kind: 'error' }>): VNode {
  const { at, code, input, message, spec } = error;
  const [start, end] = at;
  const from = Math.max(0, start - AROUND);
  const to = Math.min(input.length, start + AROUND);
  return (
    <section class="input-error">
      <h2>{inBase ? 'The base is not a URL' : 'This is not a URL'}</h2>
      <p class="lead">{message}</p>
      {input !== '' && (
        <p>
          <code class="input">
            <bdi dir="auto">
              {from > 0 && '…'}
              {withNamedControls(input.slice(from, start))}
              <mark>{start === end ? <span class="control">end</span> : withNamedControls(input.slice(...at))}</mark>
              {withNamedControls(input.slice(end, to))}
              {to < input.length && '…'}
            </bdi>
          </code>
        </p>
      )}
      {looksLikePath(input) && code === 'scheme-missing' && (
        <p>{PATH_ADVICE} Or put the address of its page under Options.</p>
      )}
      {proposals.length > 0 && (
        <>
          <h3>Did you mean</h3>
          <ul class="link-list">
            {proposals.map(({ url, text }) => (
              <li>
                <a href={`/r?url=${encodeURIComponent(url)}`}>
                  <bdi dir="ltr">{breakable(text)}</bdi>
                </a>{' '}
                <a class="explain" href={`/inspect?url=${encodeURIComponent(url)}`} data-example={url}>
                  Explain<span class="visually-hidden"> {url}</span>
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      <p class="clause">
        <Clause spec={spec} /> <a href={`/problems#${code}`}>What this means</a>
      </p>
    </section>
  );
}

function ExplainedUrl(props: ActionsProps & UrlView): VNode {
  const { query, resolution, browserResult, example } = props;
  const { canonical, diagnostics, input, omittedDiagnostics = 0, scheme } = resolution;
  const { steps, numbers } = numberSteps(diagnostics, changedParts(resolution, libraryOptions(query)));
  const sentence = readableSentence(resolution);
  return (
    <article class="explained">
      <header class="url-header">
        <p class="kicker">
          {example && 'For example: '}
          {schemeTitle(scheme)}
        </p>
        <Anatomy canonical={canonical} />
        <h2 class="sentence">
          <Clamped length={sentence.length}>
            <bdi dir="auto">{sentence}</bdi>
          </Clamped>
        </h2>
        <InternationalHost components={resolution.components} />
        <Actions {...props} />
      </header>
      <CanonicalForm canonical={canonical} browserResult={browserResult} />
      <div class="columns">
        <section>
          <h2>What changed, and why</h2>
          {diagnostics.length > 0 && (
            <dl class="labelled">
              <dt>Your input</dt>
              <dd>
                <NumberedInput input={input} diagnostics={diagnostics} steps={steps} numbers={numbers} />
              </dd>
            </dl>
          )}
          <Steps same={input === canonical} steps={steps} omitted={omittedDiagnostics} />
        </section>
        <section>
          <h2>What it means</h2>
          <Meaning resolution={resolution} />
        </section>
      </div>
      <section>
        <h2>What a client sends</h2>
        <WireOctets resolution={resolution} />
      </section>
    </article>
  );
}

/** The longest title, in UTF-16 code units. */
const LONGEST_TITLE = 120;

/** What the window is called while the answer is shown: a sentence about the URL, so that tabs and bookmarks differ. */
export function windowTitleOf(view: AnswerView): string {
  if (view.kind !== 'url' || view.example) return 'Waypost: open and explain old links';
  const title = readableSentence(view.resolution).replace(/\.$/, '');
  const short = title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE).toWellFormed()}…` : title;
  return `${short} · Waypost`;
}

/** What a screen reader announces when the answer has changed. */
export function announcementOf(view: AnswerView): string {
  switch (view.kind) {
    case 'notice':
      return view.sentence;
    case 'error':
      return view.error.message;
    case 'text':
      return 'A text with links. Enter shows them.';
    case 'url': {
      const { canonical, diagnostics } = view.resolution;
      if (diagnostics.length === 0) return `${canonical}. Nothing changed.`;
      const { steps } = numberSteps(diagnostics, []);
      const warnings = steps.filter(({ diagnostic }) => diagnostic.severity === 'warning').length;
      return `${canonical}. ${counted(steps.length, 'step')}, ${warnings > 0 ? counted(warnings, 'warning') : 'no warnings'}.`;
    }
  }
}
