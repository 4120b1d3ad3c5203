/** The JSON of the CNRP gateway: the results, referrals and statuses of each service. */
import { gatewayErrors } from '../../errors/table.ts';
import { answer, boolean, integer, link, list, listOf, nullable, oneOf, ref, shape } from './schema.ts';

const source = {
  service: nullable('The URI of the service; null if the answer does not describe it.'),
  dataset: nullable('The URI of the dataset; null if there is none.'),
};
const open = nullable('The address at which this service opens it; null if it may not be linked.');
const properties = list(ref('CnrpProperty'), 'Its properties.');

export const cnrpAnswers = {
  CnrpNames: answer('names', 'What CNRP services know about a common name, or about themselves.', {
    query: shape('What the link asks for.', {
      commonName: nullable('The name; null if the link asks for an id or for the service itself.'),
      id: nullable('The identifier of an entry.'),
      attributes: listOf('The properties that narrow the search.', {
        name: 'Its name.',
        type: nullable('Its type.'),
        value: 'Its value.',
      }),
    }),
    services: list(ref('CnrpServiceAnswer'), 'The services that were asked, each with its own results.'),
  }),
};

const error = { code: oneOf(Object.keys(gatewayErrors), 'The code.'), detail: 'The reason in words.' };

export const cnrpParts = {
  CnrpServiceAnswer: shape('The answer of one service.', {
    name: 'The host, and the port unless it is 1096.',
    url: link('The go link of the service.'),
    error: nullable(shape('Why the service was left out.', error)),
    results: list(ref('CnrpResult'), 'The results, in the order of the service: the most relevant one first.'),
    referrals: list(ref('CnrpReferral'), 'Other services that may know more. They were not asked.'),
    statuses: list(ref('CnrpStatus'), 'What the service says about the query or about itself.'),
    described: list(ref('CnrpService'), 'The services that the answer describes.'),
  }),
  CnrpResult: shape('A resource that a common name stands for.', {
    commonName: 'The name.',
    id: nullable('Its identifier at the service.'),
    uri: nullable('The address, as the service wrote it; null if it gives none.'),
    open,
    properties,
    ...source,
    description: nullable('A description for people.'),
  }),
  CnrpReferral: shape('Another service that may know more.', {
    ...source,
    url: nullable('The same query at that service, as a go link; null if no go link can name it.'),
    open,
  }),
  CnrpStatus: shape('What a service says about a query or about itself.', {
    code: '`class.subject.detail` (RFC 3367, appendix B).',
    class: nullable(integer('1 information, 2 success, 3 partial success, 4 temporary failure, 5 failure.')),
    meaning: 'What the code means.',
    text: 'The words of the service.',
    about: nullable('The result, service or dataset that it is about; null = the whole answer.'),
  }),
  CnrpProperty: shape('A property with its value.', {
    name: 'Its name.',
    type: nullable('The type of the value; null = the default type of the property.'),
    value: 'Its value.',
  }),
  CnrpService: shape('The description of a service.', {
    uri: nullable('Its URI.'),
    description: nullable('A description for people.'),
    ttl: nullable(integer('How long the description is valid, in seconds.')),
    servers: listOf('Its servers.', { uri: 'Its URI.', properties }),
    datasets: listOf('Its datasets.', { uri: nullable('Its URI.'), properties }),
    properties,
    declarations: listOf('The properties that the service declares.', {
      name: 'The name of the property.',
      types: list('A type.', 'The types that a value may have.'),
      defaultType: nullable('The type of a value without one.'),
      usedIn: listOf('Where the property may be used.', {
        part: oneOf(['query', 'result', 'service'], 'Where it may be used.'),
        required: boolean('Whether it is required.'),
      }),
    }),
  }),
};
