/** The JSON of the CNRP gateway: the results, referrals and statuses of each service. */

import { gatewayErrors } from '../../errors/table.ts';
import { boolean, integer, list, literal, nullable, object, oneOf, ref, type Schema, string } from './schema.ts';

const service = nullable(string('The URI of the service; null if the answer does not describe it.'));
const dataset = nullable(string('The URI of the dataset; null if there is none.'));
const open = nullable(string('The address at which this service opens it; null if it may not be linked.'));
const properties = list(ref('CnrpProperty'), 'Its properties.');

export const cnrpSchemas: Readonly<Record<string, Schema>> = {
  CnrpNames: object(
    {
      ...{ kind: literal('names'), url: string('The canonical link.', { format: 'uri' }) },
      query: object(
        {
          commonName: nullable(string('The name; null if the link asks for an id or for the service itself.')),
          id: nullable(string('The identifier of an entry.')),
          attributes: list(
            object({ name: string('Its name.'), type: nullable(string('Its type.')), value: string('Its value.') }),
            'The properties that narrow the search.',
          ),
        },
        'What the link asks for.',
      ),
      services: list(ref('CnrpServiceAnswer'), 'The services that were asked, each with its own results.'),
    },
    'What CNRP services know about a common name, or about themselves.',
  ),
  CnrpServiceAnswer: object(
    {
      name: string('The host, and the port unless it is 1096.'),
      url: string('The go link of the service.', { format: 'uri' }),
      error: nullable(
        object(
          { code: oneOf(Object.keys(gatewayErrors), 'The code.'), detail: string('The reason in words.') },
          'Why the service was left out.',
        ),
      ),
      results: list(ref('CnrpResult'), 'The results, in the order of the service: the most relevant one first.'),
      referrals: list(ref('CnrpReferral'), 'Other services that may know more. They were not asked.'),
      statuses: list(ref('CnrpStatus'), 'What the service says about the query or about itself.'),
      described: list(ref('CnrpService'), 'The services that the answer describes.'),
    },
    'The answer of one service.',
  ),
  CnrpResult: object(
    {
      commonName: string('The name.'),
      id: nullable(string('Its identifier at the service.')),
      uri: nullable(string('The address, as the service wrote it; null if it gives none.')),
      ...{ open, properties, service, dataset },
      description: nullable(string('A description for people.')),
    },
    'A resource that a common name stands for.',
  ),
  CnrpReferral: object(
    {
      ...{ service, dataset },
      url: nullable(string('The same query at that service, as a go link; null if no go link can name it.')),
      open,
    },
    'Another service that may know more.',
  ),
  CnrpStatus: object(
    {
      code: string('`class.subject.detail` (RFC 3367, appendix B).'),
      class: nullable(integer('1 information, 2 success, 3 partial success, 4 temporary failure, 5 failure.')),
      meaning: string('What the code means.'),
      text: string('The words of the service.'),
      about: nullable(string('The result, service or dataset that it is about; null = the whole answer.')),
    },
    'What a service says about a query or about itself.',
  ),
  CnrpProperty: object(
    {
      name: string('Its name.'),
      type: nullable(string('The type of the value; null = the default type of the property.')),
      value: string('Its value.'),
    },
    'A property with its value.',
  ),
  CnrpService: object(
    {
      uri: nullable(string('Its URI.')),
      description: nullable(string('A description for people.')),
      ttl: nullable(integer('How long the description is valid, in seconds.')),
      servers: list(object({ uri: string('Its URI.'), properties }), 'Its servers.'),
      datasets: list(object({ uri: nullable(string('Its URI.')), properties }), 'Its datasets.'),
      properties,
      declarations: list(
        object({
          name: string('The name of the property.'),
          types: list(string('A type.'), 'The types that a value may have.'),
          defaultType: nullable(string('The type of a value without one.')),
          usedIn: list(
            object({
              part: oneOf(['query', 'result', 'service'], 'Where it may be used.'),
              required: boolean('Whether it is required.'),
            }),
            'Where the property may be used.',
          ),
        }),
        'The properties that the service declares.',
      ),
    },
    'The description of a service.',
  ),
};

/** The schemas that an answer of the gateway may have. */
export const cnrpAnswers: readonly string[] = ['CnrpNames'];
