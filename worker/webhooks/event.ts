/**
 * The events that `/hooks` receives: an object as Standard Webhooks 1.0 recommends it, or a CloudEvent in structured
 * mode (CloudEvents 1.0 §3.1, HTTP Protocol Binding §3.2).
 */
import * as v from 'valibot';
import { decodeBody, parseJson } from '../http/body.ts';
import { JSON_TYPE } from '../http/headers.ts';
import { text } from '../http/parameters.ts';
import { readValue } from '../http/schema.ts';
import { Policy } from './policy.ts';

/** A CloudEvent with its attributes in the body, so that the signature covers them. */
const CLOUD_EVENT_TYPE = 'application/cloudevents+json';

/** What an event is about. */
export const WebhookData = v.pipe(
  v.object(
    {
      url: v.exactOptional(text('The URL to check.')),
      urls: v.exactOptional(
        v.pipe(
          v.array(text('A URL to check.'), 'must be a list of strings'),
          v.description('Up to 1,000, instead of `url`.'),
        ),
      ),
      policy: v.exactOptional(Policy),
    },
    'must be an object',
  ),
  v.metadata({ oneOf: [{ required: ['url'] }, { required: ['urls'] }] }),
  v.check(({ url, urls }) => (url === undefined) !== (urls === undefined), 'must have either `url` or `urls`'),
);

export const WebhookEvent = v.looseObject(
  { type: text('The type of the event.'), data: WebhookData },
  'A message is an object with `type` and `data`, and `data` has `url` or `urls`.',
);

const attribute = (description: string) => v.pipe(text(description), v.nonEmpty('must not be empty'));

/** The required attributes of CloudEvents 1.0 §3.1.1, and `data` as JSON. */
export const CloudEvent = v.pipe(
  v.looseObject(
    {
      specversion: v.pipe(v.literal('1.0', 'must be `1.0`'), v.description('The version of CloudEvents.')),
      id: attribute('The identifier of the event.'),
      source: attribute('The context of the event.'),
      type: attribute('The type of the event.'),
      data: WebhookData,
    },
    'A CloudEvent is an object with `specversion`, `id`, `source`, `type` and `data`, and `data` has `url` or `urls`.',
  ),
  v.description('A CloudEvent in structured mode. Other attributes are ignored.'),
);

/** The media types of an event. */
export const EVENT_TYPES = [JSON_TYPE, CLOUD_EVENT_TYPE] as const;

/** @throws RequestError 400 for octets that are not an event */
export function readEvent(
  body: Uint8Array,
  mediaType: (typeof EVENT_TYPES)[number],
): v.InferOutput<typeof WebhookEvent> {
  const schema = mediaType === CLOUD_EVENT_TYPE ? CloudEvent : WebhookEvent;
  return readValue(schema, parseJson(decodeBody(body), 'invalid-body'), 'invalid-body');
}
