/** The places of the documentation that its search finds, with what stands there. */
import { diagnostics } from '../../../src/index.ts';
import { unescapeHtml } from '../../../src/octets/controls.ts';
import type { DiagnosticHelpTable } from '../../../src/schemes/documentation.ts';
import { everyProblem } from '../../errors/table.ts';
import type { DocumentedPlace } from '../../pages/docs/find.ts';
import { OVERVIEW } from '../../pages/docs/topics.ts';
import { EGRESS_RULES } from '../../pages/problems/page.tsx';
import { type Catalogue, hrefOf } from './catalogue.ts';
import type { Document } from './document.ts';

/** How much pages count beside others: those to begin with more, those in which people look things up less. */
const WEIGHTS: Readonly<Record<string, number>> = {
  [OVERVIEW]: 1.5,
  install: 1.5,
  'http-api': 1.5,
  scale: 0.4,
  conformance: 0.4,
  figures: 0.4,
  decisions: 0.4,
};

/** A page counts more than its sections. */
const OF_PAGES = 1.2;

/** Settings, shapes and errors are many, and each says little. */
const OF_ENTRIES = 0.75;

/** Every place that a reader may look for, the broadest first. */
export function documentedPlaces(
  { entries, schemas, hrefOfSchema }: Catalogue,
  documents: ReadonlyMap<string, Document>,
  help: DiagnosticHelpTable,
): readonly DocumentedPlace[] {
  const titleOf = (topic: string): string => documents.get(topic)?.title ?? topic;
  const pages = [...documents].flatMap(([topic, { title, lead, sections }]) => {
    const href = hrefOf(topic);
    const weight = WEIGHTS[topic] ?? 1;
    return [
      { title, href, text: textOf(lead), words: topic, weight: weight * OF_PAGES },
      ...sections.flatMap(({ html }) =>
        partsOf(html).map(({ id, isRow, ...part }) => ({
          ...part,
          page: title,
          href: `${href}#${id}`,
          weight: isRow ? weight * OF_ENTRIES : weight,
        })),
      ),
    ];
  });
  const operations = entries.map(({ method, path, topic, operation }) => ({
    title: operation.summary,
    page: titleOf(topic),
    href: `${hrefOf(topic)}#${operation.operationId}`,
    text: [
      `${method} ${path} (${operation.operationId}).`,
      ...(operation.description === undefined ? [] : [operation.description]),
      ...(operation.parameters ?? []).map(({ name, description }) => `${name}: ${description}`),
    ]
      .join(' ')
      .replaceAll('`', ''),
  }));
  const shapes = Object.entries(schemas).map(([name, { description = '', properties = {} }]) => ({
    title: name,
    page: titleOf(/^\/docs\/([\w-]+)/.exec(hrefOfSchema(name))?.[1] ?? OVERVIEW),
    href: hrefOfSchema(name),
    text: [description, Object.keys(properties).join(', ')].filter(Boolean).join(' '),
    weight: OF_ENTRIES,
  }));
  const codes: readonly (readonly [code: string, text: string, words?: string | undefined])[] = [
    ...[...everyProblem].map(
      ([code, { status, title, about, advice = '' }]) =>
        [code, `${title}. ${about} ${advice}`, String(status)] as const,
    ),
    ...Object.entries(EGRESS_RULES),
    ...Object.values(diagnostics).map(({ code, message }) => {
      const { fix = '', words } = help[code] ?? {};
      return [code, `${message} ${fix}`, words] as const;
    }),
  ];
  const errors = codes.map(([code, text, words]) => ({
    title: code,
    page: 'Errors and notes',
    href: `/problems#${code}`,
    text: text.replaceAll('`', '').trim(),
    ...(words !== undefined && { words }),
    weight: OF_ENTRIES,
  }));
  return [...pages, ...operations, ...shapes, ...errors];
}

/** The parts of a section that have an anchor: the section itself, its subsections, and rows of tables. */
function partsOf(html: string) {
  const parts: { id: string; title: string; text: string; isRow: boolean }[] = [];
  for (const piece of html.split(/(?=<(?:h[2-6]|tr) id=)|(?=<\/table>)/)) {
    const [opening = '', id, title = ''] =
      /^<(?:h[2-6]|tr) id="([^"]*?)(?:-title)?">(.*?)<\/(?:h[2-6]|td)>/s.exec(piece) ?? [];
    const isRow = opening.startsWith('<tr');
    const rest = piece.slice(opening.length);
    if (id !== undefined) parts.push({ id, title: textOf(title), text: '', isRow });
    // What follows a table belongs to the section again.
    const part = parts.findLast((one) => one.isRow === isRow);
    if (part !== undefined) part.text = `${part.text} ${textOf(isRow ? rest.replace('</td><td>', ': ') : rest)}`.trim();
  }
  return parts;
}

/** The text of HTML. Blocks are words apart, and what is within a line is not. */
function textOf(html: string): string {
  const lines = html.replace(/<\/?(?:a|code|em|strong|del|span)\b[^>]*>/g, '').replace(/<[^>]*>/g, ' ');
  return unescapeHtml(lines).replace(/\s+/g, ' ').trim();
}
