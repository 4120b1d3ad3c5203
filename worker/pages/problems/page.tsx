/** `/problems` as a page: a section for every problem, every egress rule and every diagnostic, written by the build. */

import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { EgressRule } from '../../../src/egress/policy.ts';
import { type DiagnosticCode, diagnostics, explain } from '../../../src/index.ts';
import { everyProblem } from '../../errors/table.ts';
import { Details } from '../parts/details.tsx';
import { Prose, withNamedControls } from '../parts/shown-text.tsx';
import { Clause } from '../parts/specification.tsx';
import { diagnosticExamples, diagnosticFixes } from './diagnostics.ts';

/** The rules by which a server is not contacted (`egress-denied`). */
const EGRESS_RULES: Readonly<Record<EgressRule, string>> = {
  'host-syntax': 'Public DNS cannot hold this name.',
  'special-name': 'The name is reserved for something that is not on the public Internet, such as localhost.',
  'own-host': 'The host is this service.',
  'left-alone': 'The operator of the host asked this service not to contact it.',
  address: 'The address is private or reserved, or the name resolves to such an address.',
  port: 'The port belongs to another service. Gateways connect to the default port of the scheme and to most ports from 1024 on.',
};

export function writeProblems(): string {
  return renderToString(
    <div class="problems">
      <p class="lead">
        Each error of Waypost has a code, and a section on this page: what it means, an example, and what to do.
      </p>
      <Contents />
      <h2>Problems</h2>
      {[...everyProblem].map(([name, { status, title, about, advice }]) => (
        <Entry code={name} title={title} kind={`Status ${status}`}>
          <p>
            <Prose text={about} />
          </p>
          <Fix text={advice ?? null} />
          <pre class="example">{JSON.stringify({ type: `/problems#${name}`, title, status }, null, 2)}</pre>
        </Entry>
      ))}
      <h2>Rules for servers that gateways contact</h2>
      {Object.entries(EGRESS_RULES).map(([rule, about]) => (
        <Entry code={rule} title={about} kind="egress-denied" />
      ))}
      <h2>Diagnostics of URLs</h2>
      {Object.values(diagnostics).map(({ code, severity, message, spec }) => (
        <Entry code={code} title={message} kind={severity}>
          <ExampleView code={code} />
          <Fix text={diagnosticFixes[code] ?? USUAL_FIX[severity]} />
          <p class="aside">
            <Clause spec={spec} />
          </p>
        </Entry>
      ))}
    </div>,
  );
}

/** The text for clients that want no HTML. */
export function writeProblemsText(): string {
  const kinds = [...everyProblem].map(
    ([name, { status, title, about }]) => `${name} (${status})\n  ${title}. ${about}\n`,
  );
  const codes = Object.values(diagnostics).map(
    ({ code, severity, message }) => `${code} (${severity})\n  ${message}\n`,
  );
  return [...kinds, ...codes].join('\n');
}

/** What to do about a diagnostic that does not refuse the URL. */
const USUAL_FIX = {
  error: 'Correct the URL.',
  warning: 'Check that the canonical form is the URL that you mean.',
  info: 'Nothing: the canonical form means the same. Write the URL that way to avoid this note.',
} as const;

function Contents(): VNode {
  return (
    <nav aria-label="Codes">
      <ul class="codes">
        {[...everyProblem.keys(), ...Object.keys(EGRESS_RULES), ...Object.keys(diagnostics)].map((code) => (
          <li>
            <CodeLink code={code} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function CodeLink({ code }: { readonly code: string }): VNode {
  return (
    <a href={`#${code}`}>
      <code>{code}</code>
    </a>
  );
}

interface EntryProps {
  readonly code: string;
  readonly title: string;
  readonly kind: string;
  readonly children?: ComponentChildren;
}

function Entry({ code, title, kind, children }: EntryProps): VNode {
  return (
    <section id={code} class="problem">
      <p class="kicker">{kind}</p>
      <h3>
        <CodeLink code={code} />
      </h3>
      <p>
        <Prose text={title} />
      </p>
      {children}
    </section>
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

function ExampleView({ code }: { readonly code: DiagnosticCode }): VNode | null {
  const example = diagnosticExamples[code];
  if (example === undefined) return null;
  const { input, options = {} } = example;
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
