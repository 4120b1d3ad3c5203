/** The changes and their reasons: diagnostics as numbered steps with their clauses, and the input with the numbers. */
import type { ComponentChildren, VNode } from 'preact';
import type { Part, PartName } from '../../../src/anatomy.ts';
import { definitionOf } from '../../../src/definition-of.ts';
import type { Diagnostic, Options, Resolution, Severity, Specification } from '../../../src/index.ts';
import { safeParse } from '../../../src/safe.ts';
import { counted } from '../parts/counted.ts';
import { Clamped, withNamedControls } from '../parts/shown-text.tsx';
import { Clause } from '../parts/specification.tsx';

/** The part that the code of a diagnostic names. */
const BY_CODE: readonly (readonly [code: RegExp, part: PartName])[] = [
  [/^(?:scheme|unknown-scheme|unsafe-scheme|experimental|reference-same)|-historical$/, 'scheme'],
  [/^(?:credentials|user-info)/, 'user'],
  [/^host|-localhost$|-domain$/, 'host'],
  [/^port/, 'port'],
  [/^(?:path|dot|question)/, 'path'],
];

/** The parts in their order in a URL. */
const ORDER = ['scheme', 'user', 'password', 'host', 'port', 'path', 'query', 'fragment'] as const;

/**
 * The part that each diagnostic of a URL is about; `null` if it is not about one part, or the part is unknown. A
 * diagnostic has its position in the input, so it is searched among the parts as written.
 * `changedParts(explain('HTTP://h/%7E'), {})` is `['scheme', 'path']`.
 */
export function changedParts(
  { input, scheme, diagnostics }: Resolution,
  options: Options,
): readonly (PartName | null)[] {
  if (diagnostics.length === 0) return [];
  const parts = partsOfInput(input, options);
  const own = new Set(Object.keys(definitionOf(scheme).diagnostics ?? {}));
  return diagnostics.map(({ code, at }) => {
    const byCode = BY_CODE.find(([pattern]) => pattern.test(code));
    if (byCode !== undefined) return byCode[1];
    const byPosition = at === null ? undefined : parts.find(({ at: [from, to] }) => at[0] >= from && at[0] < to);
    if (byPosition !== undefined) return byPosition.name;
    // A diagnostic of a scheme is almost always about the path.
    return own.has(code) ? 'path' : null;
  });
}

/** The positions of the parts in the input. Each part is searched after the end of the previous one. */
function partsOfInput(input: string, options: Options): readonly Part[] {
  const parsed = safeParse(input, options);
  if (!parsed.ok) return [];
  const parts: Part[] = [];
  let cursor = 0;
  for (const name of ORDER) {
    const text = parsed.value[name];
    if (text === null || text === '') continue;
    const from = (name === 'scheme' ? input.toLowerCase() : input).indexOf(text, cursor);
    if (from === -1) continue;
    cursor = from + text.length;
    parts.push({ name, at: [from, cursor] });
  }
  return parts;
}

/** One change of a step, and how often the step made it. */
interface StepChange {
  readonly before: string;
  readonly after: string;
  times: number;
}

/** What one rule did to one part, however often: thirty encoded spaces in a name are one step. */
interface RuleStep {
  /** The first diagnostic of the step. */
  readonly diagnostic: Diagnostic;
  readonly part: PartName | null;
  /** The different changes; empty if the step only warns. */
  readonly changes: StepChange[];
}

interface NumberedSteps {
  /** The first one has the number 1. */
  readonly steps: readonly RuleStep[];
  /** For each diagnostic, the number of its step. */
  readonly numbers: readonly number[];
}

/**
 * Groups diagnostics into steps and numbers the steps.
 * `numberSteps(explain('gopher://h/0a b c').diagnostics, ['path', 'path']).steps[0].changes` is
 * `[{ before: ' ', after: '%20', times: 2 }]`.
 */
export function numberSteps(diagnostics: readonly Diagnostic[], parts: readonly (PartName | null)[]): NumberedSteps {
  const steps: RuleStep[] = [];
  const numberByKey = new Map<string, number>();
  const changeByKey = new Map<string, StepChange>();
  const numbers = diagnostics.map((diagnostic, index) => {
    const part = parts[index] ?? null;
    const key = `${diagnostic.code} ${part} ${diagnostic.message}`;
    const number = numberByKey.get(key) ?? steps.push({ diagnostic, part, changes: [] });
    numberByKey.set(key, number);
    const { before, after } = diagnostic;
    if (before === after) return number;
    const change = changeByKey.get(`${number} ${before}\0${after}`) ?? { before, after, times: 0 };
    if (change.times++ === 0) steps[number - 1]?.changes.push(change);
    changeByKey.set(`${number} ${before}\0${after}`, change);
    return number;
  });
  return { steps, numbers };
}

const SEVERITIES: Readonly<Record<Severity, string>> = { error: 'Error', warning: 'Warning', info: 'Note' };

/** The clause that says how to resolve a reference. */
const RESOLUTION: Specification = { document: 'RFC 3986', section: '5.2' };

interface StepsProps {
  /** Whether the input is the canonical form itself. */
  readonly same: boolean;
  readonly steps: readonly RuleStep[];
  /** How many diagnostics belong to no step, because the library does not list them. */
  readonly omitted: number;
}

export function Steps({ same, steps, omitted }: StepsProps): VNode {
  if (steps.length === 0 && same) return <p>Nothing: this is already the canonical form.</p>;
  if (steps.length === 0) {
    return (
      <p>
        The relative reference was resolved against its base, and nothing else changed: <Clause spec={RESOLUTION} />.
      </p>
    );
  }
  return (
    <>
      <ol class="steps">
        {steps.map((step) => (
          <StepItem step={step} />
        ))}
      </ol>
      {omitted > 0 && (
        <p class="nothing">{`${counted(omitted, 'more change')} of these kinds ${omitted === 1 ? 'is' : 'are'} not listed.`}</p>
      )}
    </>
  );
}

const MOST_CHANGES = 12;

function StepItem({ step: { diagnostic, part, changes } }: { readonly step: RuleStep }): VNode {
  const { code, severity, message, spec } = diagnostic;
  const more = changes.length - MOST_CHANGES;
  return (
    <li class={severity} data-part={part}>
      <p>
        {severity !== 'info' && <strong class="severity">{SEVERITIES[severity]}: </strong>}
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
        <Clause spec={spec} /> <a href={`/problems#${code}`}>What this means</a>
      </p>
    </li>
  );
}

/** How much of a long text is shown before and after a change, in UTF-16 code units. */
const LONGEST_SIDE = 300;

function Side({ label, text }: { readonly label: 'before' | 'after'; readonly text: string }): VNode {
  const shown = text.length > LONGEST_SIDE ? `${text.slice(0, LONGEST_SIDE)}…` : text;
  return (
    <span class={label}>
      <span class="visually-hidden">{label} </span>
      {text === '' ? <span class="nothing">nothing</span> : <code dir="auto">{withNamedControls(shown)}</code>}
    </span>
  );
}

/** How much of a long input is shown, in UTF-16 code units. */
const LONGEST_INPUT = 5000;
/** The longest mark that stays on one line with its number, in UTF-16 code units. */
const SHORT_MARK = 16;

type NumberedInputProps = NumberedSteps & Pick<Resolution, 'input' | 'diagnostics'>;

/** The input, with the number of the step at each place that a step changed. */
export function NumberedInput({ input, diagnostics, steps, numbers }: NumberedInputProps): VNode {
  const shown = input.slice(0, LONGEST_INPUT);
  const marks = diagnostics
    .flatMap(({ at }, index) => (at === null ? [] : [{ from: at[0], to: at[1], number: numbers[index] ?? 0 }]))
    .filter(({ to }) => to <= shown.length)
    .sort((a, b) => a.from - b.from || a.to - b.to);
  const pieces: ComponentChildren[] = [];
  let cursor = 0;
  for (const { from, to, number } of marks) {
    // If two marks overlap, only the first is shown. The list of the steps has both.
    if (from < cursor) continue;
    pieces.push(
      withNamedControls(shown.slice(cursor, from)),
      <mark data-part={steps[number - 1]?.part} class={to - from <= SHORT_MARK ? 'whole' : undefined}>
        {withNamedControls(shown.slice(from, to))}
        <sup>{number}</sup>
      </mark>,
    );
    cursor = to;
  }
  pieces.push(withNamedControls(shown.slice(cursor)), input.length > LONGEST_INPUT && '…');
  return (
    <Clamped length={input.length}>
      <code class="input">
        <bdi dir="auto">{pieces}</bdi>
      </code>
    </Clamped>
  );
}
