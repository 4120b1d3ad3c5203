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

export function Code({ text }: { readonly text: string }): VNode {
  return (
    <>
      {/* A long answer scrolls, so the keyboard has to reach it. */}
      {/* biome-ignore lint/a11y: scrollable regions need keyboard access */}
      <pre class="example" tabIndex={0} role="group" aria-label="Code">
        {text}
      </pre>
      <button type="button" class="copy scripted" data-copy-code>
        Copy
      </button>
    </>
  );
}
