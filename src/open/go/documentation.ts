/** What documents say of the JSON of CNRP services. */
import { gatewayCodes } from '../../net/failure.ts';
import * as s from '../documentation.ts';

/** Members of the answers of CNRP services. */
const source = {
  service: s.nullable('The URI of the service; null if the answer does not describe it.'),
  dataset: s.nullable('The URI of the dataset; null if there is none.'),
};
const attribute = { name: 'Its name.', type: s.nullable('Its type.'), value: 'Its value.' };
const open = s.nullable('The address at which this service opens it; null if it may not be linked.');
const properties = s.list(s.ref('CnrpProperty'), 'Its properties.');
const error = { code: s.oneOf(gatewayCodes, 'The code.'), detail: 'The reason in words.' };

export const answers = {
  CnrpNames: s.answer('names', 'What CNRP services know about a common name, or about themselves.', {
    query: s.shape('What the link asks for.', {
      commonName: s.nullable('The name; null if the link asks for an id or for the service itself.'),
      id: s.nullable('The identifier of an entry.'),
      attributes: s.listOf('The properties of the link, which narrow the search.', attribute),
      defaults: s.listOf(
        'The properties that Waypost added to a link without a server: `language` from `Accept-Language`, and ' +
          '`geography` from a setting, where the link has none.',
        attribute,
      ),
    }),
    services: s.list(s.ref('CnrpServiceAnswer'), 'The services that were asked, each with its own results.'),
  }),
};

export const parts = {
  CnrpServiceAnswer: s.shape('The answer of one service.', {
    name: 'The host, and the port unless it is 1096.',
    url: s.link('The go link of the service.'),
    error: s.nullable(s.shape('Why the service was left out.', error)),
    results: s.list(s.ref('CnrpResult'), 'The results, in the order of the service: the most relevant one first.'),
    referrals: s.list(s.ref('CnrpReferral'), 'Other services that may know more. They were not asked.'),
    statuses: s.list(s.ref('CnrpStatus'), 'What the service says about the query or about itself.'),
    described: s.list(s.ref('CnrpService'), 'The services that the answer describes.'),
  }),
  CnrpResult: s.shape('A resource that a common name stands for.', {
    commonName: 'The name.',
    id: s.nullable('Its identifier at the service.'),
    uri: s.nullable('The address, as the service wrote it; null if it gives none.'),
    open,
    properties,
    ...source,
    description: s.nullable('A description for people.'),
  }),
  CnrpReferral: s.shape('Another service that may know more.', {
    ...source,
    url: s.nullable('The same query at that service, as a go link; null if no go link can name it.'),
    open,
  }),
  CnrpStatus: s.shape('What a service says about a query or about itself.', {
    code: '`class.subject.detail` (RFC 3367, appendix B).',
    class: s.nullable(s.integer('1 information, 2 success, 3 partial success, 4 temporary failure, 5 failure.')),
    meaning: 'What the code means.',
    text: 'The words of the service.',
    about: s.nullable('The result, service or dataset that it is about; null = the whole answer.'),
  }),
  CnrpProperty: s.shape('A property with its value.', {
    name: 'Its name.',
    type: s.nullable('The type of the value; null = the default type of the property.'),
    value: 'Its value.',
  }),
  CnrpService: s.shape('The description of a service.', {
    uri: s.nullable('Its URI.'),
    description: s.nullable('A description for people.'),
    ttl: s.nullable(s.integer('How long the description is valid, in seconds.')),
    servers: s.listOf('Its servers.', { uri: 'Its URI.', properties }),
    datasets: s.listOf('Its datasets.', { uri: s.nullable('Its URI.'), properties }),
    properties,
    declarations: s.listOf('The properties that the service declares.', {
      name: 'The name of the property.',
      types: s.list('A type.', 'The types that a value may have.'),
      defaultType: s.nullable('The type of a value without one.'),
      usedIn: s.listOf('Where the property may be used.', {
        part: s.oneOf(['query', 'result', 'service'], 'Where it may be used.'),
        required: s.boolean('Whether it is required.'),
      }),
    }),
  }),
};

export const departures: readonly s.Departure[] = [
  {
    request: [],
    sent: ['Accept-Encoding: identity', 'Connection: close'],
    reason: 'One answer is read from each connection, and it is not compressed.',
  },
  {
    request: ['Host: localhost:1096', 'Content-Length: {octets}', '<cnrp>{query}</cnrp>'],
    sent: ['Host: {service}', 'Content-Length: {octets}', '<cnrp>{query}</cnrp>'],
    reason:
      'A name without a service is asked for at those of `CNRP_SERVICES`, in the languages of the reader and in `CNRP_GEOGRAPHY` (RFC 3368 §5).',
  },
];
