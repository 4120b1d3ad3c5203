/** Parses the queries of CNRP clients, independently of the code under test. */

export type CnrpQuery =
  | { readonly kind: 'service' }
  | { readonly kind: 'id'; readonly id: string }
  | {
      readonly kind: 'name';
      readonly commonName: string;
      /** In their order. Several values of one property mean one of them. */
      readonly properties: readonly { readonly name: string; readonly type: string; readonly value: string }[];
    };

/** The query in a document; `null` if there is none. */
export function parseQuery(xml: string): CnrpQuery | null {
  if (/<cnrp>\s*<servicequery\s*\/>\s*<\/cnrp>/.test(xml)) return { kind: 'service' };
  const [, query] = /<cnrp>\s*<query>(.*)<\/query>\s*<\/cnrp>/s.exec(xml) ?? [];
  if (query === undefined) return null;
  const [, id] = /^<id>([^<]*)<\/id>$/.exec(query) ?? [];
  if (id !== undefined) return { kind: 'id', id: unescaped(id) };
  const [, commonName] = /^<commonname>([^<]*)<\/commonname>/.exec(query) ?? [];
  if (commonName === undefined) return null;
  const properties = [...query.matchAll(/<property name="([^"]*)" type="([^"]*)">([^<]*)<\/property>/g)];
  return {
    kind: 'name',
    commonName: unescaped(commonName),
    properties: properties.map(([, name = '', type = '', value = '']) => ({
      name: unescaped(name),
      type: unescaped(type),
      value: unescaped(value),
    })),
  };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(/&(\w+);/g, (reference, name: string) => ENTITIES[name] ?? reference);
}
