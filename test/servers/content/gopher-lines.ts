/**
 * Tables for the gopher test server: an item of every type, menu lines that attack or break clients, items that are
 * sent with a fault, and the fields of a form.
 */

import type { Fault } from '../faults.ts';
import type { AskField, MenuLine } from '../gopher/item.ts';
import { type Octets, octets } from '../octets.ts';
import type { DocumentName } from './documents.ts';

type Sample =
  | { readonly type: string; readonly document: DocumentName }
  | { readonly type: string; readonly line: MenuLine };

/** An item for each type: a document, or a menu line if there is nothing to fetch. */
export const itemTypes: readonly Sample[] = [
  { type: '0', document: 'signpost' },
  { type: '1', line: { see: '/about', title: '[1] A menu: the reading room' } },
  { type: '2', line: { remote: '2', title: '[2] A CSO phone book', selector: '', port: 1105 } },
  { type: '3', line: { see: '/gallery/error', title: '[3] An error, framed' } },
  { type: '4', document: 'binHex' },
  { type: '5', document: 'zip' },
  { type: '6', document: 'uuencode' },
  { type: '7', line: { see: '/search', title: '[7] A search' } },
  { type: '8', line: { remote: '8', title: '[8] A telnet session, as guest', selector: 'guest', port: 2323 } },
  { type: '9', line: { see: '/large/3MB.bin', title: '[9] Three megabytes' } },
  { type: '+', line: { mirror: '/large/3MB.bin' } },
  { type: 'T', line: { remote: 'T', title: '[T] A tn3270 session', selector: '', port: 3270 } },
  { type: 'g', document: 'gif' },
  { type: 'I', line: { see: '/gallery/lamp.gif', as: 'I', title: '[I] A picture of any kind: this one blinks' } },
  { type: 'p', document: 'png' },
  { type: ':', document: 'bitmap' },
  { type: 's', document: 'wav' },
  { type: '<', document: 'au' },
  { type: ';', document: 'film' },
  { type: ';', document: 'movie' },
  { type: 'd', line: { see: '/gallery/leaflet.pdf', as: 'd', title: '[d] A document: the leaflet' } },
  { type: 'P', document: 'pdf' },
  { type: 'r', document: 'rtf' },
  { type: 'x', document: 'xml' },
  { type: 'c', document: 'calendar' },
  { type: 'e', document: 'event' },
  { type: 'M', document: 'mail' },
  { type: 'h', document: 'html' },
  { type: 'h', line: { raw: 'h[h] A link to the Web\tURL:https://www.example.com/\t<here>\r\n' } },
  { type: 'w', line: { raw: 'w[w] A link as written in 1994\thttp://www.example.com/\t<here>\r\n' } },
  { type: 'i', line: '[i] A line of information' },
];

const link = (title: string, selector: Octets, type = 'h'): MenuLine => ({
  raw: `${type}${title}\t${selector}\t<here>\r\n`,
});

/** Menu lines of hostile and careless servers. */
export const hostileLines: readonly MenuLine[] = [
  'Links to what must not be opened',
  link('A script', 'URL:javascript:alert(document.domain)'),
  link('A script that shouts', 'URL: JaVaScRiPt:alert(1)'),
  link('A script behind a slash', '/URL:javascript:alert(1)'),
  link('A page in a link', 'URL:data:text/html,<script>alert(1)</script>'),
  link('Visual Basic', 'URL:vbscript:msgbox(1)'),
  link('A blob', 'URL:blob:https://elsewhere.test/1'),
  link('A file', 'URL:file:///etc/passwd'),
  link('A redis server', 'URL:gopher://localhost:6379/0FLUSHALL%0D%0A'),
  link('The metadata service', 'URL:http://169.254.169.254/latest/meta-data/'),
  { see: '/horrors/trap.html' },
  '',
  'Links to what may be opened',
  link('The Web, without TLS', 'URL:http://www.example.com/'),
  link('Gemini', 'URL:gemini://gemini.example/'),
  link('A mailbox', 'URL:mailto:curator@museum.test'),
  link('A terminal', 'URL:telnet://localhost:2323/'),
  link('The same, of type 0', 'URL:https://www.example.com/', '0'),
  '',
  'Words that would like to be markup',
  link('<img src=x onerror=alert(1)>', '/about/motto.txt', '0'),
  link('"><script>alert(1)</script>', '/about/motto.txt', '0'),
  link("' onmouseover='alert(1)", "/about/motto.txt' onmouseover='alert(1)", '0'),
  link('&lt;b&gt; is not bold', '/about/motto.txt', '0'),
  link('A terminal escape: \x1b]0;owned\x07\x1b[2J', '/about/motto.txt', '0'),
  link(octets('Text that turns around: \u202etxt.exe'), '/about/motto.txt', '0'),
  '',
  'Lines that are not quite lines',
  { raw: 'iInformation and nothing else\r\n' },
  { raw: 'iInformation with a null host\tnull\t(FALSE)\t0\r\n' },
  { raw: 'iInformation from nowhere\tfake\t(NULL)\t0\r\n' },
  { raw: 'iInformation with an error\t\terror.host\t1\r\n' },
  { raw: 'No type, no tab: just words\r\n' },
  { raw: '0Only a selector\t/about/motto.txt\r\n' },
  { raw: '0A selector and a host\t/about/motto.txt\tlocalhost\r\n' },
  { raw: '0No host\t/about/motto.txt\t\t70\r\n' },
  { raw: '0Port 0\t/about/motto.txt\tlocalhost\t0\r\n' },
  { raw: '0Port 65536\t/about/motto.txt\tlocalhost\t65536\r\n' },
  { raw: '0Port -70\t/about/motto.txt\tlocalhost\t-70\r\n' },
  { raw: '0Port seventy\t/about/motto.txt\tlocalhost\tseventy\r\n' },
  { raw: '0A port in Arabic\t/about/motto.txt\tlocalhost\t\xd9\xa7\xd9\xa7\r\n' },
  { raw: '0A host with a space\t/about/motto.txt\tlocal host\t70\r\n' },
  { raw: '0A host that is a URL\t/about/motto.txt\thttp://elsewhere.test/\t70\r\n' },
  { raw: '0A host with a user\t/about/motto.txt\tlocalhost@elsewhere.test\t70\r\n' },
  { raw: '0Too many fields\t/about/motto.txt\t<here>\t+\tand\tmore\r\n' },
  { raw: '0Only a line feed at the end\t/about/motto.txt\t<here>\n' },
  { raw: '0A carriage return \r in the middle\t/about/motto.txt\t<here>\r\n' },
  { raw: '0A null \0 in the middle\t/about/motto.txt\t<here>\r\n' },
  { raw: '\t/about/motto.txt\t<here>\r\n' },
  { raw: 'XAn unknown type\t/about/motto.txt\t<here>\r\n' },
  { raw: '\xe4A type outside ASCII\t/about/motto.txt\t<here>\r\n' },
  { raw: '3An error in the middle\t\terror.host\t1\r\n' },
  { raw: '+A mirror of an error\t\t<here>\r\n' },
  { raw: `iA long line: ${'and so on '.repeat(500)}\t\terror.host\t1\r\n` },
  link('Text that looks like escapes: %0d%0aFLUSHALL', '/names/%0d%0a%00', '0'),
  link('Three steps up', '/../../../etc/passwd', '0'),
  { raw: '.not the last line\r\n' },
  { raw: '\r\n' },
];

/** Items that are sent with a fault, by the last part of their selector. */
export const faultyItems: Readonly<Record<string, { type: string; title: string; fault: Fault; of: Octets }>> = {
  silent: {
    type: '0',
    title: 'A server that listens and says nothing',
    fault: { kind: 'silent' },
    of: '/about/motto.txt',
  },
  drip: {
    ...{ type: '0', title: 'A server that sends one letter a second' },
    ...{ fault: { kind: 'drip' }, of: '/about/motto.txt' },
  },
  reset: {
    type: '9',
    title: 'A connection that breaks off',
    fault: { kind: 'reset', after: 100_000 },
    of: '/large/3MB.bin',
  },
  truncated: {
    ...{ type: '9', title: 'A file that ends too early, in good order' },
    ...{ fault: { kind: 'truncated', after: 100_000 }, of: '/large/3MB.bin' },
  },
  endless: { type: '1', title: 'A menu without end', fault: { kind: 'endless' }, of: '/about' },
  'endless-line': { type: '1', title: 'A menu line without end', fault: { kind: 'endless-line' }, of: '/about' },
  garbage: { type: '1', title: 'Noise in place of a menu', fault: { kind: 'garbage' }, of: '/about' },
  'wrong-length': {
    ...{ type: '0', title: 'A Gopher+ reply that is shorter than it says' },
    ...{ fault: { kind: 'wrong-length' }, of: '/plus/length' },
  },
  empty: { type: '1', title: 'Nothing at all', fault: { kind: 'truncated', after: 0 }, of: '/about' },
};

/** The form of the visitors' book, with a field of every kind (Gopher+ §2.8). */
export const askFields: readonly AskField[] = [
  { kind: 'Note', text: 'Please sign the book. Nothing is kept.' },
  { kind: 'Ask', text: 'Your name?', preset: 'Anonymous' },
  { kind: 'AskP', text: 'A secret, which nobody will see?' },
  { kind: 'AskL', text: 'What did you think of the museum?' },
  { kind: 'Choose', text: 'How did you come?', options: ['By gopher', 'By FTP', 'On foot'] },
  { kind: 'Select', text: 'You would come again?', preset: true },
  { kind: 'Select', text: 'You touched the exhibits?', preset: false },
  { kind: 'AskF', text: 'A file to keep the answer in?', preset: 'answer.txt' },
  { kind: 'ChooseF', text: 'A text file to leave with us?' },
];
