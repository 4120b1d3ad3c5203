/**
 * What changed and why: each rewrite and each doubt as a numbered step, with the clause that it rests on.
 */
import type { VNode } from 'preact';
import type { Severity, Specification } from '../../../src/index.ts';
import { visible } from './given.tsx';
import type { Step } from './numbered.ts';
import { citation, specificationHref } from './specification.ts';

const WORDS: Readonly<Record<Severity, string>> = { error: 'Error', warning: 'Warning', info: 'Note' };

/** What leads from a reference to its target. */
const RESOLUTION: Specification = { document: 'RFC 3986', section: '5.2' };

interface StepsProps {
  /** Whether what was given is the canonical form, letter by letter. */
  readonly same: boolean;
  readonly steps: readonly Step[];
}

/** The list. */
export function Steps({ same, steps }: StepsProps): VNode {
  if (steps.length === 0 && same) return <p>Nothing: this is the canonical form already.</p>;
  if (steps.length === 0) {
    return (
      <p>
        The reference was resolved against its base, and nothing else: <Clause spec={RESOLUTION} />.
      </p>
    );
  }
  return (
    <ol class="steps">
      {steps.map((step) => (
        <OneStep step={step} />
      ))}
    </ol>
  );
}

/** So many changes show what a rule does. */
const MOST_CHANGES = 12;

function OneStep({ step: { diagnostic, part, changes } }: { readonly step: Step }): VNode {
  const { severity, message, spec } = diagnostic;
  const more = changes.length - MOST_CHANGES;
  return (
    <li class={severity} data-part={part}>
      <p>
        {severity !== 'info' && <strong class="severity">{WORDS[severity]}: </strong>}
        {message}
      </p>
      {changes.slice(0, MOST_CHANGES).map(({ before, after, times }) => (
        <p class="change">
          <Side label="before" text={before} />
          <span class="arrow" aria-hidden="true">
            {' → '}
          </span>
          <Side label="after" text={after} />
          {times > 1 && <span class="nothing">{`, ${times} times`}</span>}
        </p>
      ))}
      {more > 0 && <p class="nothing">{`and ${more} more`}</p>}
      <p class="clause">
        <Clause spec={spec} />
      </p>
    </li>
  );
}

/** So much of a long text shows what was done to it. */
const LONGEST = 300;

function Side({ label, text }: { readonly label: 'before' | 'after'; readonly text: string }): VNode {
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return (
    <span class={label}>
      <span class="unseen">{label} </span>
      {text === '' ? <span class="nothing">nothing</span> : <code dir="auto">{visible(shown)}</code>}
    </span>
  );
}

/** A clause, and where it can be read. */
export function Clause({ spec }: { readonly spec: Specification }): VNode {
  const href = specificationHref(spec);
  const text = citation(spec);
  return href === null ? <cite>{text}</cite> : <a href={href}>{text}</a>;
}
