/**
 * Whether links that people wrote are found whole: in brackets, in Markdown, in HTML, in a table and in plain text.
 * `npm run links-in-text -- links.tsv` reads a file with a link on each line, perhaps a tab and a count behind it. It
 * counts what it leaves out by reason, and fails if a link is cut or not found.
 */
import { existsSync, readFileSync } from 'node:fs';
import { safeCanonicalize, schemes } from '../src/index.ts';
import { linksInHtml } from '../src/text/html.ts';
import type { LinkReader, TextLink } from '../src/text/link.ts';
import { linksInMarkdown } from '../src/text/markdown.ts';
import { linksInMediaWiki } from '../src/text/mediawiki.ts';
import { linksInPlainText } from '../src/text/plain.ts';
import { linksInCsv, linksInTsv } from '../src/text/tables.ts';

interface Context {
  readonly name: string;
  readonly reader: LinkReader;
  readonly wrap: (url: string) => string;
  /** Links that the format cannot hold, or whose end nobody can know. */
  readonly except?: RegExp;
}

const CONTEXTS: readonly Context[] = [
  { name: '<…>', reader: linksInPlainText, wrap: (url) => `See <${url}>.` },
  {
    name: '<URL:…>, folded',
    reader: linksInPlainText,
    wrap: (url) => `See <URL:${url.slice(0, 9)}\n   ${url.slice(9)}>.`,
  },
  { name: 'Markdown link', reader: linksInMarkdown, wrap: (url) => `[a](<${url.replaceAll('&', '\\&')}> "t")` },
  { name: 'Markdown definition', reader: linksInMarkdown, wrap: (url) => `[a]: <${url.replaceAll('&', '\\&')}>` },
  { name: 'HTML attribute', reader: linksInHtml, wrap: (url) => `<a href="${url.replaceAll('&', '&amp;')}">a</a>` },
  { name: 'CSV cell', reader: linksInCsv, wrap: (url) => `1,"${url}",x` },
  { name: 'TSV cell', reader: linksInTsv, wrap: (url) => `1\t${url}\tx` },
  { name: 'MediaWiki link', reader: linksInMediaWiki, wrap: (url) => `[${url} a]`, except: /[[\]]|''|&#?\w+;/ },
  // Punctuation at the end belongs to the sentence.
  { name: 'plain text', reader: linksInPlainText, wrap: (url) => `See ${url} here.`, except: /[.,:;!?'()[\]]$/ },
];

/** Why a row is no link to look for; `null` = it is one. */
function reasonAgainst(row: string): string | null {
  if (!/^[a-z][a-z\d+.-]*:/i.test(row)) return 'no scheme';
  const scheme = row.slice(0, row.indexOf(':')).toLowerCase();
  if (!schemes.has(scheme)) return 'unknown scheme';
  // RFC 3986 Appendix A: unreserved, reserved and escapes.
  if (!/^(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[\da-f]{2})*$/i.test(row)) return 'characters that RFC 3986 does not allow';
  if (/^[a-z\d+.-]+:(?:\/\/)?$/i.test(row)) return 'only a scheme';
  if (!safeCanonicalize(row).ok) return 'not a URL';
  if (!/^[a-z\d+.-]+:\/\//i.test(row) && linksInPlainText(`<URL:${row}>`).links.length === 0) return 'no slashes';
  return null;
}

type Outcome = 'whole' | 'warned' | 'no host' | 'cut';

function outcomeOf(link: string, [first, ...others]: readonly TextLink[]): Outcome {
  if (first === undefined && !/^[a-z\d+-]+:\/\/[^./]/i.test(link)) return 'no host';
  if (first === undefined || others.length > 0) return 'cut';
  if (first.url === link) return 'whole';
  return first.warnings.includes('brackets') && link.startsWith(first.url) ? 'warned' : 'cut';
}

const [file] = process.argv.slice(2);
if (file === undefined || !existsSync(file)) {
  console.log(`SKIPPED: ${file ?? 'no file'} is not there. Name a file with a link on each line.`);
} else {
  const rows = [
    ...new Set(
      readFileSync(file, 'utf8')
        .split('\n')
        .map((line) => line.replace(/\t\d+$/, '')),
    ),
  ];
  const links: string[] = [];
  const reasons = new Map<string, number>();
  for (const row of rows.filter((line) => line.trim() !== '')) {
    const bare = row.replace(/^<(?:URL:)?(.*)>$/i, '$1').replace(/^URL:/i, '');
    const reason = reasonAgainst(bare);
    if (reason === null) links.push(bare);
    else reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  console.log(`${links.length} links of ${rows.length} rows`);
  for (const [reason, count] of reasons) console.log(`${String(count).padStart(7)} left out: ${reason}`);
  for (const { name, reader, wrap, except } of CONTEXTS) {
    const tried = links.filter((link) => except?.test(link) !== true);
    const outcomes = tried.map((link) => outcomeOf(link, reader(wrap(link)).links));
    const count = (outcome: Outcome) => outcomes.filter((found) => found === outcome).length;
    const missed = tried.filter((_, index) => outcomes[index] === 'cut');
    console.log(
      `${String(count('whole')).padStart(7)} of ${tried.length} whole: ${name}` +
        ` (${count('warned')} ended before a bracket, with a warning; ${count('no host')} without slashes or host, no links)`,
    );
    for (const link of missed.slice(0, 5)) {
      const { links: found, proposals } = reader(wrap(link));
      console.log(
        `        ${link} → ${JSON.stringify([...found, ...proposals].map(({ written, url }) => [written, url]))}`,
      );
    }
    if (missed.length > 0) process.exitCode = 1;
  }
}
