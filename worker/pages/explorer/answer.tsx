/** The answer of the explorer: what a question was read as. The same on the server and in the browser. */
import type { VNode } from 'preact';
import { schemeTitle, sentenceOf } from '../../../src/definition-of.ts';
import type { Resolution } from '../../../src/index.ts';
import { Actions, type ActionsProps } from './actions.tsx';
import { Anatomy } from './anatomy.tsx';
import { Fault } from './fault.tsx';
import { Given } from './given.tsx';
import { Harvested, type HarvestedProps } from './harvested.tsx';
import { Meaning } from './meaning.tsx';
import { numbered } from './numbered.ts';
import { Parts } from './parts.tsx';
import { optionsOf } from './question.ts';
import type { Refusal } from './reading.ts';
import { Sent } from './sent.tsx';
import { type Native, Spelling } from './spelling.tsx';
import { Steps } from './steps.tsx';
import { touchedParts } from './touched.ts';

/** What is to be shown. */
export type Shown =
  | { readonly kind: 'url'; readonly resolution: Resolution; readonly native: Native | null; readonly example: boolean }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | ({ readonly kind: 'text' } & HarvestedProps);

export interface AnswerProps extends Omit<ActionsProps, 'resolution'> {
  readonly shown: Shown;
}

export function Answer({ shown, ...asked }: AnswerProps): VNode {
  switch (shown.kind) {
    case 'refused':
      return <Fault refusal={shown.refusal} />;
    case 'text':
      return <Harvested {...shown} />;
    case 'url':
      return <Explained {...shown} {...asked} />;
  }
}

interface ExplainedProps extends ActionsProps {
  readonly native: Native | null;
  readonly example: boolean;
}

function Explained(props: ExplainedProps): VNode {
  const { question, resolution, native, example } = props;
  const { canonical, diagnostics, input, scheme } = resolution;
  const touched = touchedParts(input, optionsOf(question), diagnostics);
  const { steps, numbers } = numbered(diagnostics, touched);
  return (
    <article class="explained">
      <header class="specimen">
        <p class="kicker">
          {example && 'For example: '}
          {schemeTitle(scheme)}
        </p>
        <Anatomy canonical={canonical} />
        <p class="words">
          <bdi dir="auto">{sentenceOf(resolution)}</bdi>
        </p>
        <Actions {...props} />
      </header>
      <Spelling canonical={canonical} native={native} />
      <div class="columns">
        <section>
          <h2>What changed, and why</h2>
          {diagnostics.length > 0 && (
            <dl class="labelled">
              <dt>As it was given</dt>
              <dd>
                <Given input={input} diagnostics={diagnostics} touched={touched} numbers={numbers} />
              </dd>
            </dl>
          )}
          <Steps same={input === canonical} steps={steps} />
        </section>
        <section>
          <h2>What it means</h2>
          <Parts resolution={resolution} />
          <Meaning resolution={resolution} />
        </section>
      </div>
      <section>
        <h2>What a client sends</h2>
        <Sent resolution={resolution} />
      </section>
    </article>
  );
}

/** What a screen reader says of an answer when it changes. */
export function summaryOf(shown: Shown): string {
  switch (shown.kind) {
    case 'refused':
      return shown.refusal.message;
    case 'text':
      return '';
    case 'url': {
      const { canonical, diagnostics } = shown.resolution;
      if (diagnostics.length === 0) return `${canonical}. Nothing changed.`;
      const { steps } = numbered(diagnostics, []);
      const warnings = steps.filter(({ diagnostic }) => diagnostic.severity === 'warning').length;
      return `${canonical}. ${counted(steps.length, 'step')}, ${counted(warnings, 'warning')}.`;
    }
  }
}

function counted(amount: number, noun: string): string {
  return `${amount === 0 ? 'no' : amount} ${noun}${amount === 1 ? '' : 's'}`;
}
