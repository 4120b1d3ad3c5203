/** What opens a link on the computer of the reader, and the services of others that may. */
import type { VNode } from 'preact';
import { CopyButton } from './copy-button.tsx';
import { type PageAction, REL } from './layout.tsx';

/** The programs that may open a link. */
export interface LinkPrograms {
  /** The program that a browser may hand the link to; `null` if there is none. */
  readonly program: string | null;
  /** A command for a shell that opens it; `null` if there is none. */
  readonly command: string | null;
  /** The path by which the programs of a computer open it; `null` if it has none. */
  readonly path: string | null;
  /** Services of others that may open it, or know what it is. */
  readonly others: readonly PageAction[];
}

interface ProgramsProps {
  readonly url: string;
  /** Its scheme. */
  readonly scheme: string;
  readonly programs: LinkPrograms;
}

/** A page with them needs the script of the buttons that copy. */
export function Programs({ url, scheme, programs: { program, command, path, others } }: ProgramsProps): VNode {
  const shown = command ?? path;
  return (
    <>
      <p class="buttons">
        {program !== null && (
          <>
            <a class="button" href={url} rel={REL}>
              Open in your {program}
            </a>{' '}
          </>
        )}
        {command !== null ? (
          <CopyButton text={command} what="the command" />
        ) : path !== null ? (
          <CopyButton text={path} what="the path" />
        ) : (
          program === null && <CopyButton text={url} what="the link" />
        )}
        {others.map(({ text, href }) => (
          <>
            {' '}
            <a class="go" href={href} rel={REL}>
              {text}
            </a>
          </>
        ))}
      </p>
      {shown !== null && (
        <div class="recipe">
          <pre class="command">
            <code>{shown}</code>
          </pre>
        </div>
      )}
      {program !== null && <p class="aside">The button works if an app on this computer opens {scheme} links.</p>}
    </>
  );
}
