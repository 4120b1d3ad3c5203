/** What a test expects of a page: lines in its own place, and heads that several pages have in common. */

/**
 * The lines of a text in a test, without the indentation that they have in common. A value with a line of its own may
 * have several lines, which are indented as it is, or none.
 */
export function lines(parts: TemplateStringsArray, ...values: readonly string[]): string {
  const text = parts.reduce((before, part, index) => {
    const [line, place = ''] = /\n( *)$/.exec(before) ?? [''];
    const value = values[index - 1] ?? '';
    if (value === '' && line !== '') return before.slice(0, -line.length) + part;
    return before + value.replaceAll('\n', `\n${place}`) + part;
  });
  const all = text.replace(/^\n|\n *$/g, '').split('\n');
  const margin = Math.min(...all.filter((line) => line !== '').map((line) => line.search(/\S/)));
  return all.map((line) => line.slice(margin)).join('\n');
}

/** Lines of a head in their order: the status, header fields by their names, and the parts of the page. */
const ORDER = [
  ...['status', 'cache-control', 'cdn-cache-control', 'content-security-policy', 'last-modified', 'link:'],
  ...['referrer-policy', 'vary', 'x-common', 'x-robots-tag', 'title', 'link', 'script', 'page', 'kicker', 'way', 'h1'],
  ...['canonical', 'p.canonical', 'Explain', 'Share', 'Download', 'Archives', 'More'],
];

function nameOf(line: string): string {
  if (/^\d/.test(line)) return 'status';
  if (line.startsWith('link:')) return 'link:';
  return /^[\w.-]+/.exec(line)?.[0] ?? '';
}

const named = (head: string) => new Map(head.split('\n').map((line) => [nameOf(line), line] as const));

/**
 * Makes a tag for pages with this head. Before a blank line and its content, a page has the lines of its own head that
 * differ; `More: none` leaves a line out.
 */
export function pagesLike(...head: Parameters<typeof lines>): typeof lines {
  const common = named(lines(...head));
  return (...page) => {
    const [first = '', ...contents] = lines(...page).split('\n\n');
    const [own, content] = contents.length === 0 ? ['', first] : [first, contents.join('\n\n')];
    const all = new Map([...common, ...(own === '' ? [] : named(own))]);
    const unknown = [...all.keys()].filter((name) => !ORDER.includes(name));
    if (unknown.length > 0) throw new TypeError(`a head has no line named ${unknown.join(', ')}`);
    const written = ORDER.flatMap((name) => all.get(name) ?? []).filter((line) => !line.endsWith(': none'));
    return [...written, '', content].join('\n');
  };
}

/**
 * A head without what nearly all pages have: `Vary: Accept`, the class `viewer`, and a title that is the heading. One
 * line stands for the canonical link with its explanation and the addresses to share.
 */
export function shortHead(head: readonly string[]): readonly string[] {
  const vary = head.some((line) => line.startsWith('vary:')) ? [] : ['vary: nothing'];
  const [status = '', ...others] = head;
  return [status, ...vary, ...others]
    .filter((line) => line !== 'vary: Accept' && line !== 'page: viewer')
    .join('\n')
    .replace(/^title: (.*) · Waypost\n((?:.*\n)*?)(?=h1: (.*)$)/m, (all, title, between, heading) =>
      title === heading ? between : all,
    )
    .replace(/^p\.canonical: <code: (.*)>\nExplain → (.*)\nShare: (.*)$/m, (all, url: string, explain, share) => {
      const query = `url=${encodeURIComponent(url)}`;
      const isUsual =
        explain === `/inspect?${query} (rel=nofollow)` &&
        share === `https://waypost.example/r?${query} /v1/qr?${query}`;
      return isUsual ? `canonical: ${url}` : all;
    })
    .split('\n');
}

/** The charsets that a page offers, in their order. */
const CHARSETS = [
  ...['UTF-8=utf-8', 'Latin-1=windows-1252', 'CP437 (PC)=cp437', 'Mac Roman=macintosh', 'KOI8-R=koi8-r'],
  ...['Cyrillic (1251)=windows-1251', 'Latin-2=iso-8859-2', 'Shift JIS=shift_jis', 'EUC-JP=euc-jp'],
  ...['EUC-KR=euc-kr', 'Big5=big5', 'GBK=gbk'],
].map((pair) => pair.split('=') as [name: string, charset: string]);

/** What stands below a text that is decoded in one of them. The address of the page has `{charset}` in it. */
export function charsets(chosen: string, address: string): string {
  const others = CHARSETS.filter(([name]) => name !== chosen);
  const links = others.map(
    ([name, charset]) => `    li: [${name} → ${address.replace('{charset}', charset)} (a view)]`,
  );
  return ['details.charsets', `  summary: Decoded as ${chosen}. Garbled text?`, '  ul', ...links].join('\n');
}
