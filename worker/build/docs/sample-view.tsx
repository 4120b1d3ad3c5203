/** Code with a button that copies it, also in several languages, of which one is shown. */
import type { VNode } from 'preact';
import { languages, type SampleLanguage } from './samples.ts';

interface SamplesProps {
  /** Unique on the page. */
  readonly id: string;
  readonly samples: Readonly<Record<SampleLanguage, string>>;
}

/** The samples of an operation. Radio buttons choose the language without a script. */
export function Samples({ id, samples }: SamplesProps): VNode {
  return (
    <fieldset class="samples">
      <legend>Request</legend>
      {Object.entries(languages).map(([language, { title }], index) => (
        <>
          <input
            type="radio"
            id={`${id}-${language}`}
            name={`${id}-language`}
            value={language}
            checked={index === 0}
            autocomplete="off"
          />
          <label for={`${id}-${language}`}>{title}</label>
        </>
      ))}
      {Object.entries(samples).map(([language, code]) => (
        <div class="sample" data-language={language}>
          <Code text={code} />
        </div>
      ))}
    </fieldset>
  );
}

/** A block of code by itself. */
export function Sample({ text }: { readonly text: string }): VNode {
  return (
    <div class="sample">
      <Code text={text} />
    </div>
  );
}

/**
 * What can be pasted into a shell of the sample of a session: the lines after a prompt, without it, and the lines on
 * which they go on after `\\` or an operator. The rest is output. `null` = no line of the sample has a prompt.
 *
 * @example
 * ```ts
 * shellCommandsIn('$ seq 2 |\n  head -n 1\n1\n$ date'); // 'seq 2 |\n  head -n 1\ndate'
 * shellCommandsIn('npm ci'); // null
 * ```
 */
export function shellCommandsIn(sample: string): string | null {
  const commands = sample.match(/^\$ (?:.*(?:\\|\||&&)\n)*.*/gm) ?? [];
  return commands.length === 0 ? null : commands.map((command) => command.slice('$ '.length)).join('\n');
}

export function Code({ text }: { readonly text: string }): VNode {
  const commands = shellCommandsIn(text);
  return (
    <>
      {/* A long answer scrolls, so the keyboard has to reach it. */}
      {/* biome-ignore lint/a11y: scrollable regions need keyboard access */}
      <pre class="example" tabIndex={0} role="group" aria-label="Code">
        {text}
      </pre>
      <button
        type="button"
        class="copy scripted"
        {...(commands === null ? { 'data-copy-code': true } : { 'data-copy': commands })}
      >
        Copy
      </button>
    </>
  );
}
