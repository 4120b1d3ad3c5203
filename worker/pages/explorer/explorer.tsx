/** The explorer as a page: the input, the answer, the gallery. The browser's script takes over what is in `answer`. */
import { explain } from '../../../src/index.ts';
import type { Page } from '../layout.tsx';
import { Answer, type Shown } from './answer.tsx';
import { Form } from './form.tsx';
import { FIRST_EXAMPLE, NOTHING_ASKED, type Question } from './question.ts';
import { type Reading, read } from './reading.ts';

/** No script: what is asked stands in the address, which has no room for more rows than these. */
const MOST_ROWS = 1000;

interface ExplorerProps {
  readonly question: Question;
  readonly origin: string;
  readonly script: string;
  /** What stands under the answer, as HTML. */
  readonly gallery: string;
  /** Whether short links can be made here. */
  readonly shortens: boolean;
}

/** The page that answers a question; or, where nothing is asked, shows an example. */
export function explorerPage({ question, origin, script, gallery, shortens }: ExplorerProps): Page {
  const reading = read(question);
  const asked = reading.kind === 'nothing' ? { ...NOTHING_ASKED, text: FIRST_EXAMPLE } : question;
  return {
    title: 'What is this link?',
    wide: true,
    script,
    content: (
      <div class="explorer">
        <Form question={question} />
        <div id="answer" data-shortens={shortens ? 'true' : undefined}>
          <Answer question={asked} shown={shownOf(reading)} origin={origin} drawQr={reading.kind === 'url'} />
        </div>
        <p class="unseen" aria-live="polite" id="said" />
        <div dangerouslySetInnerHTML={{ __html: gallery }} />
      </div>
    ),
  };
}

function shownOf(reading: Reading): Shown {
  switch (reading.kind) {
    case 'nothing':
      return { kind: 'url', resolution: explain(FIRST_EXAMPLE), native: null, example: true };
    case 'url':
      return { ...reading, native: null, example: false };
    case 'refused':
      return reading;
    case 'text':
      return { kind: 'text', tally: reading.harvest.tally, rows: reading.harvest.rows().slice(0, MOST_ROWS) };
  }
}
