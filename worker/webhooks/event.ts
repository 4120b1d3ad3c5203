/**
 * The events that `/hooks` receives: an object as Standard Webhooks 1.0 recommends it, or a CloudEvent in structured mode
 * (CloudEvents 1.0 §3.1, HTTP Protocol Binding §3.2).
 */
import * as v from 'valibot';
import { decodeBody, parseJson } from '../http/body.ts';
import * as parameter from '../http/parameters.ts';
import { JSON_TYPE } from '../http/response.ts';
import { readValue } from '../http/schema.ts';
import { Policy } from './policy.ts';

/** A CloudEvent with its attributes in the body, so that the signature covers them. */
export const CLOUD_EVENT_TYPE = 'application/cloudevents+json';

const text = v.string('must be a string');

const Data = v.pipe(
  v.object(
    {
      url: v.exactOptional(parameter.url),
      urls: v.exactOptional(v.array(parameter.url, 'must be a list of strings')),
      policy: v.exactOptional(Policy),
    },
    'must be an object',
  ),
  v.check(({ url, urls }) => (url === undefined) !== (urls === undefined), 'must have either `url` or `urls`'),
);

const Event = v.looseObject(
  { type: text, data: Data },
  'A message is an object with `type` and `data`, and `data` has `url` or `urls`.',
);

const attribute = v.pipe(text, v.nonEmpty('must not be empty'));

/** The required attributes of CloudEvents 1.0 §3.1.1, and `data` as JSON. */
const CloudEvent = v.looseObject(
  {
    specversion: v.literal('1.0', 'must be `1.0`'),
    id: attribute,
    source: attribute,
    type: attribute,
    data: Data,
  },
  'A CloudEvent is an object with `specversion`, `id`, `source`, `type` and `data`, and `data` has `url` or `urls`.',
);

/** The media types of an event. */
export const EVENT_TYPES = [JSON_TYPE, CLOUD_EVENT_TYPE] as const;

/**
 * Reads an event.
 *
 * @param body - its octets
 * @throws RequestError 400 for octets that are not an event
 */
export function readEvent(body: Uint8Array, mediaType: (typeof EVENT_TYPES)[number]): v.InferOutput<typeof Event> {
  const schema = mediaType === CLOUD_EVENT_TYPE ? CloudEvent : Event;
  return readValue(schema, parseJson(decodeBody(body), 'invalid-body'), 'invalid-body');
}
