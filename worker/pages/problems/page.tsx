/** `/problems` as a page: a section for every problem, every egress rule and every diagnostic, written by the build. */

import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { EgressRule } from '../../../src/egress/judgement.ts';
import { type DiagnosticCode, diagnostics, explain, safeExplain } from '../../../src/index.ts';
import type { DiagnosticHelp, DiagnosticHelpTable } from '../../../src/schemes/documentation.ts';
import { urlFault } from '../../errors/request-error.ts';
import { everyProblem } from '../../errors/table.ts';
import { Details } from '../parts/details.tsx';
import { Prose, withNamedControls } from '../parts/shown-text.tsx';
import { Clause } from '../parts/specification.tsx';

/** The rules by which a server is not contacted (`egress-denied`). */
export const EGRESS_RULES: Readonly<Record<EgressRule, string>> = {
  'host-syntax': 'Public DNS cannot hold this name.',
  'special-name': 'The name is reserved for something that is not on the public Internet, such as localhost.',
  'own-host': 'The host is this service.',
  'left-alone': 'The operator of the host asked this service not to contact it.',
  address: 'The address is private or reserved, or the name resolves to such an address.',
  port: 'The port belongs to another service. Gateways connect to the default port of the scheme and to most ports from 1024 on.',
};

/** What one code is about: its section, folded. */
interface CodeEntry {
  readonly code: string;
  readonly view: VNode;
}

/** @param help - what is said of diagnostics beside their sentences, by their codes */
export function writeProblems(help: DiagnosticHelpTable): string {
  const problems = [...everyProblem].map(([code, { status, title, about, advice }]) => ({
    code,
    view: (
      <Entry code={code} title={title} kind={`Status ${status}`}>
        <p>
          <Prose text={about} />
        </p>
        <Fix text={advice ?? null} />
        <pre class="example">{problemSample(code, { title, status })}</pre>
      </Entry>
    ),
  }));
  const rules = Object.entries(EGRESS_RULES).map(([code, about]) => ({
    code,
    view: <Entry code={code} title={about} kind="Rule for servers that gateways contact: egress-denied" />,
  }));
  const ofLinks = Object.values(diagnostics).map(({ code, severity, message, spec }) => ({
    code,
    severity,
    view: (
      <Entry code={code} title={message} kind={`In a link: ${severity}`}>
        <ExampleView code={code} {...help[code]} />
        <Fix text={help[code]?.fix ?? USUAL_FIX[severity]} />
        {isProblem(code, help) && (
          <p>
            The API answers 422 <a href={`#${REFUSED_URL}`}>{REFUSED_URL}</a>, with this code in{' '}
            <code>errors[0].code</code>.
          </p>
        )}
        <p class="aside">
          <Clause spec={spec} />
        </p>
      </Entry>
    ),
  }));
  const errors = [...problems, ...rules, ...ofLinks.filter(({ severity }) => severity === 'error')];
  const notes = ofLinks.filter(({ severity }) => severity !== 'error');
  return renderToString(
    <div class="problems">
      <p class="lead">Every error has a code, explained below with an example and a fix.</p>
      <form class="scripted search">
        <label for="problem-search">Search codes and sentences</label>
        <input id="problem-search" type="search" autocomplete="off" spellcheck={false} />
        <p class="aside" id="problem-count" role="status" />
      </form>
      <p>
        <a href="#errors">Errors</a> stop a request. <a href="#notes">Notes about a link</a> say what was changed in it,
        or what is unusual.
      </p>
      <Part id="errors" title="Errors" entries={errors} />
      <Part id="notes" title="Notes about a link" entries={notes} />
    </div>,
  );
}

/** The problem of a URL that the library refuses. */
const REFUSED_URL = 'invalid-url';

/** Whether the API reports a diagnostic as the fault of a URL. */
const isProblem = (code: DiagnosticCode, help: DiagnosticHelpTable): boolean =>
  diagnostics[code].severity === 'error' && help[code]?.outsideInvalidUrl !== true;

/** The body of a problem, with the fault of a URL where its text explains it. */
function problemSample(code: string, about: object): string {
  const read = safeExplain('http://h.example:8o/');
  const errors = code === REFUSED_URL && !read.ok ? { errors: [urlFault(read.error, 'url')] } : {};
  return JSON.stringify({ type: `/problems#${code}`, ...about, ...errors }, null, 2);
}

function Part({ id, title, entries }: Record<'id' | 'title', string> & { readonly entries: readonly CodeEntry[] }) {
  const sorted = entries.toSorted((a, b) => (a.code < b.code ? -1 : 1));
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {sorted.map(({ view }) => view)}
    </section>
  );
}

/** The text for clients that want no HTML. */
export function writeProblemsText(help: DiagnosticHelpTable): string {
  const kinds = [...everyProblem].map(
    ([name, { status, title, about }]) => `${name} (${status})\n  ${title}. ${about}\n`,
  );
  const codes = Object.values(diagnostics).map(({ code, severity, message }) => {
    const kind = isProblem(code, help) ? `${severity}: 422 ${REFUSED_URL}, errors[0].code` : severity;
    return `${code} (${kind})\n  ${message}\n`;
  });
  return [...kinds, ...codes].join('\n');
}

/** What to do about a diagnostic that does not refuse the URL. */
const USUAL_FIX = {
  error: 'Correct the URL.',
  warning: 'Check that the canonical form is the URL that you mean.',
  info: 'Nothing: the canonical form means the same. Write the URL that way to avoid this note.',
} as const;

interface EntryProps {
  readonly code: string;
  readonly title: string;
  readonly kind: string;
  readonly children?: ComponentChildren;
}

/** A browser that is led to the section opens the fold around it. */
function Entry({ code, title, kind, children }: EntryProps): VNode {
  return (
    <details class="problem">
      <summary>
        <code>{code}</code> <span class="problem-title">{title.replaceAll('`', '')}</span>
      </summary>
      <section id={code}>
        <p class="kicker">{kind}</p>
        <p>
          <Prose text={title} /> <a href={`#${code}`}>Link to this code</a>
        </p>
        {children}
      </section>
    </details>
  );
}

function Fix({ text }: { readonly text: string | null }): VNode | null {
  if (text === null) return null;
  return (
    <p>
      <strong>What to do:</strong> <Prose text={text} />
    </p>
  );
}

function ExampleView({ code, input, options = {} }: DiagnosticHelp & { readonly code: DiagnosticCode }): VNode | null {
  if (input === undefined) return null;
  const isError = diagnostics[code].severity === 'error';
  return (
    <Details
      rows={[
        ['Example', <code>{withNamedControls(input)}</code>],
        ['Relative to', options.base === undefined ? null : <code>{options.base}</code>],
        ['Canonical form', isError ? 'None: the URL is refused.' : <code>{explain(input, options).canonical}</code>],
      ]}
    />
  );
}
