/** The answers of CNRP (RFC 3367): results, services, referrals and statuses, and XML that is refused. */
import { describe, expect, it, test } from 'vitest';
import { type CnrpAnswer, parseAnswer, statusInWords } from '../../../../src/protocols/cnrp/answer.ts';
import { ProtocolError } from '../../../../src/protocols/protocol-error.ts';
import fc, { PROPERTY_TIMEOUT, runs } from '../../../fast-check.ts';
import {
  DOCTYPE,
  document,
  referral,
  result,
  service,
  serviceDescription,
  status,
} from '../../../servers/cnrp/answers.ts';
import { names } from '../../../servers/cnrp/names.ts';
import { expectLinear } from '../../growth.ts';

const URI = 'http://localhost:1096/';
const known = names({});
const parse = (xml: string): CnrpAnswer => parseAnswer(new TextEncoder().encode(xml));
const results = (inner: string): string => `<cnrp><results>${inner}</results></cnrp>`;

describe('answers', () => {
  test('results in the order of the service, with properties by name and type, service and dataset', () => {
    const answer = parse(document(service(URI), ...known.map(result), status('3.1.1', 'x-size ignored', 'i0')));
    expect(answer.results.map(({ commonName }) => commonName)).toEqual(known.map(({ commonName }) => commonName));
    expect(answer.results[1]).toEqual({
      commonName: 'Fidonet archive',
      id: '00133',
      resourceUri: 'ftp://localhost:21/pub/',
      description: 'Files of the network, <old & older>.',
      properties: [{ name: 'category', type: 'freeform', value: 'history' }],
      service: URI,
      dataset: 'urn:museum:archive',
    });
    expect(answer.statuses).toEqual([
      {
        code: '3.1.1',
        class: 3,
        meaning: 'The service ignored properties that it does not support.',
        text: 'x-size ignored',
        about: URI,
      },
    ]);
  });

  test('a service describes its servers, its datasets and its properties', () => {
    const [described] = parse(document(serviceDescription(URI))).services;
    expect(described).toMatchObject({
      ...{ uri: URI, description: 'The names of the museum.', ttl: 3600 },
      servers: [{ uri: URI, properties: [{ name: 'geography', type: 'iso3166-1', value: 'US' }] }],
      datasets: [{ uri: 'urn:museum:names' }, { uri: 'urn:museum:archive' }],
      properties: [{ name: 'language', type: 'rfc1766', value: 'en' }],
    });
    expect(described?.declarations[0]).toEqual({
      name: 'geography',
      types: ['iso3166-2', 'iso3166-1'],
      defaultType: 'iso3166-2',
      usedIn: [
        { part: 'query', required: false },
        { part: 'result', required: false },
      ],
    });
  });

  test('a referral names a service and a dataset of it', () => {
    const { referrals, services } = parse(document(service(URI), referral('http://other.example:1096/')));
    expect(referrals).toEqual([{ service: 'http://other.example:1096/', dataset: 'urn:elsewhere:names' }]);
    expect(services.map(({ uri }) => uri)).toEqual([URI, 'http://other.example:1096/']);
  });

  test('a status about a result names it', () => {
    const [fidonet] = known.map(result);
    expect(parse(document(service(URI), fidonet ?? '', status('1.1.0', '', 'r0'))).statuses[0]?.about).toBe('Fidonet');
  });

  test('an empty element is as none', () => {
    const answer = parse(results('<resourcedescriptor><id> </id><resourceuri/><description/></resourcedescriptor>'));
    expect(answer.results[0]).toMatchObject({ commonName: '', id: null, resourceUri: null, description: null });
  });

  test('a missing resourceuri is a fault of its row', () => {
    const answer = parse(results('<resourcedescriptor><commonname>a</commonname></resourcedescriptor>'));
    expect(answer.results).toEqual([
      { commonName: 'a', id: null, resourceUri: null, description: null, properties: [], service: null, dataset: null },
    ]);
  });

  it.each([
    ['unknown elements', '<future><resourcedescriptor/></future><status code="2.0.0"/>'],
    ['comments, sections and instructions', '<!-- <x> --><?pi <x>?><status code="2.0.0"><![CDATA[<x>]]></status>'],
    ['a byte order mark', '\ufeff'],
  ])('%s are passed over', (_, inner) => {
    const xml = inner === '\ufeff' ? `\ufeff${results('<status code="2.0.0"/>')}` : results(inner);
    expect(parse(xml)).toMatchObject({ results: [], statuses: [{ code: '2.0.0', class: 2 }] });
  });

  test('references to nothing, and equal ids', () => {
    const inner = '<status code="1.0.0" ref="none"/><service id="a"><serviceuri>one</serviceuri></service>';
    const { statuses, referrals } = parse(
      results(
        `${inner}<service id="a"><serviceuri>two</serviceuri></service><referral><serviceref ref="a"/></referral>`,
      ),
    );
    expect([statuses[0]?.about, referrals[0]?.service]).toEqual([null, 'one']);
  });
});

test.each([
  ['1.0.0', 'Information.'],
  ['2.1.0', 'Success (query).'],
  ['3.1.4', 'The service searched only the first dataset of the query.'],
  ['3.2.0', 'Partial success (service).'],
  ['4.2.2', 'The service is down for maintenance.'],
  ['4.2.99', 'Temporary failure (service).'],
  ['5.1.0', 'Failure (query).'],
  ['5.9.1', 'Failure.'],
  ['6.0.0', 'A status that CNRP does not define.'],
  ['', 'A status that CNRP does not define.'],
  ['2.0', 'A status that CNRP does not define.'],
])('status %s: %s', (code, words) => {
  expect(statusInWords(code)).toBe(words);
});

describe('documents that are refused', () => {
  const nested = (levels: number): string => results('<a>'.repeat(levels - 2) + '</a>'.repeat(levels - 2));
  const wide = (elements: number): string => results('<a/>'.repeat(elements - 2));

  it.each([
    ['nothing', ''],
    ['a text', 'Service unavailable'],
    ['HTML', '<!DOCTYPE html><html><body><p>404</body></html>'],
    ['another document', '<rss/>'],
    ['a query', '<cnrp><query><id>1</id></query></cnrp>'],
    ['an element without an end', '<cnrp><results>'],
    ['a tag without an end', '<cnrp><results'],
    ['a comment without an end', `${results('')}<!--`],
    ['two roots', results('') + results('')],
    ['an entity that is not of XML', results('<status code="1.0.0">&copy;</status>')],
    ['an entity of its own', `<!DOCTYPE cnrp [<!ENTITY d "x">]>${results('<status code="1.0.0">&d;</status>')}`],
    ['an external entity', `<!DOCTYPE cnrp [<!ENTITY d SYSTEM "http://127.0.0.1/">]>${results('')}`],
    ['a character that XML does not have', results('<status code="1.0.0">&#0;</status>')],
    ['17 levels', nested(17)],
    ['a million levels', '<a>'.repeat(1_000_000)],
    ['10,001 elements', wide(10_001)],
  ])('%s', (_, xml) => {
    expect(() => parse(xml)).toThrow(ProtocolError);
  });

  test('octets that are not UTF-8', () => {
    expect(() => parseAnswer(Uint8Array.of(0x3c, 0xff))).toThrow(ProtocolError);
  });

  test('the largest documents are accepted, and the DTD is not fetched', () => {
    expect(parse(nested(16)).results).toEqual([]);
    expect(parse(wide(10_000)).results).toEqual([]);
    expect(parse(`${DOCTYPE}${results('')}`).results).toEqual([]);
    expect(parse(`<!DOCTYPE cnrp SYSTEM "http://127.0.0.1:1/[x]>">${results('')}`).results).toEqual([]);
  });

  it.each([
    ['comments', '<!---->'],
    ['beginnings of comments', '<!--'],
    ['references', '&lt;'],
    ['attributes', ' a="'],
    ['names', '<\u{10ffff}'],
    ['characters outside of the first plane', '\u{1f600}'],
  ])('1 MiB of %s takes time in proportion', (_, unit) => {
    expectLinear(2 ** 20, (size) => {
      const xml = results(`<status code="1.0.0">${unit.repeat(size / unit.length)}</status>`);
      return () => {
        try {
          parse(xml);
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError);
        }
      };
    });
  });
});

describe('properties', () => {
  const valid = document(service(URI), ...known.map(result), referral(URI), status('3.1.1', 'x', 'r1'));
  const markup = fc.constantFrom(
    '<',
    '>',
    '</',
    '/>',
    '"',
    "'",
    '&',
    ';',
    ']]>',
    '<![CDATA[',
    '<!--',
    '-->',
    '<?',
    '[',
    'id="r0"',
    '<a>',
    '\0',
    'ü',
  );
  const outcome = (xml: string): string => {
    try {
      return typeof parse(xml);
    } catch (error) {
      if (error instanceof ProtocolError) return 'ProtocolError';
      throw error;
    }
  };

  test('any mutation is an answer or a ProtocolError', { timeout: PROPERTY_TIMEOUT }, () => {
    const mutation = fc.tuple(fc.nat(valid.length), fc.nat(20), markup);
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 6 }), (mutations) => {
        let xml = valid;
        for (const [at, removed, inserted] of mutations) xml = xml.slice(0, at) + inserted + xml.slice(at + removed);
        outcome(xml);
      }),
      runs(),
    );
  });

  test('a document that is cut at any place is refused', () => {
    const end = valid.lastIndexOf('>');
    const read = Array.from({ length: end + 1 }, (_, at) => at).filter(
      (at) => outcome(valid.slice(0, at)) !== 'ProtocolError',
    );
    expect(read).toEqual([]);
  });

  test('texts come back as they were written, apart from blanks', { timeout: PROPERTY_TIMEOUT }, () => {
    const text = fc
      .string({ unit: 'grapheme', maxLength: 20 })
      .filter((grapheme) => !/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(grapheme));
    fc.assert(
      fc.property(text, text, (description, value) => {
        const [fidonet] = known;
        if (fidonet === undefined) throw new Error('no name');
        const resource = { ...fidonet, description, properties: [['category', 'freeform', value] as const] };
        const [read] = parse(document(service(URI), result(resource, 0))).results;
        const blanks = (written: string) => written.replace(/\s+/g, ' ').trim();
        expect([read?.description ?? '', read?.properties[0]?.value]).toEqual([blanks(description), blanks(value)]);
      }),
      runs(),
    );
  });
});
