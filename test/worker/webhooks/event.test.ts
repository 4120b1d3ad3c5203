/** Events as octets: what is read from them, what is refused, and what the description says of them. */
import { describe, expect, test } from 'vitest';
import { derived } from '../../../worker/build/openapi/schema.ts';
import { CloudEvent, EVENT_TYPES, readEvent, WebhookData, WebhookEvent } from '../../../worker/webhooks/event.ts';

const octetsOf = (value: unknown) =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
const EVENT = { type: 'a', data: { url: 'go:x' } };
const CLOUD_EVENT = { specversion: '1.0', id: '1', source: '/a', ...EVENT };
const [JSON_TYPE, CLOUD_TYPE] = EVENT_TYPES;

test('the types of events are JSON and that of a CloudEvent', () => {
  expect(EVENT_TYPES).toEqual(['application/json', 'application/cloudevents+json']);
});

test.each([
  [JSON_TYPE, EVENT],
  [JSON_TYPE, { type: '', data: { urls: [] }, more: 1 }],
  [JSON_TYPE, { type: 'a', data: { url: 'x', policy: { requireDns: false } } }],
  [CLOUD_TYPE, CLOUD_EVENT],
  [CLOUD_TYPE, { ...CLOUD_EVENT, data: { urls: ['a', 'b'] }, datacontenttype: 'application/json' }],
] as const)('%s: %j is an event', (type, event) => {
  expect(readEvent(octetsOf(event), type)).toEqual(event);
});

test.each([
  [JSON_TYPE, '{', 'json-syntax', null],
  [JSON_TYPE, 'null', 'item-invalid', null],
  [JSON_TYPE, { data: EVENT.data }, 'parameter-missing', 'type'],
  [JSON_TYPE, { type: 'a' }, 'parameter-missing', 'data'],
  [JSON_TYPE, { type: 'a', data: {} }, 'parameter-invalid', 'data'],
  [JSON_TYPE, { type: 'a', data: { url: 'a', urls: ['b'] } }, 'parameter-invalid', 'data'],
  [JSON_TYPE, { type: 'a', data: { url: 7 } }, 'parameter-invalid', 'data.url'],
  [JSON_TYPE, { type: 'a', data: { urls: [7] } }, 'parameter-invalid', 'data.urls.0'],
  [JSON_TYPE, { type: 'a', data: { url: 'a', policy: null } }, 'parameter-invalid', 'data.policy'],
  [CLOUD_TYPE, { ...CLOUD_EVENT, specversion: undefined }, 'parameter-missing', 'specversion'],
  [CLOUD_TYPE, { ...CLOUD_EVENT, specversion: '1.1' }, 'parameter-invalid', 'specversion'],
  [CLOUD_TYPE, { ...CLOUD_EVENT, id: '' }, 'parameter-invalid', 'id'],
  [CLOUD_TYPE, { ...CLOUD_EVENT, source: '' }, 'parameter-invalid', 'source'],
  [CLOUD_TYPE, { ...CLOUD_EVENT, type: '' }, 'parameter-invalid', 'type'],
  [CLOUD_TYPE, { ...CLOUD_EVENT, data: undefined }, 'parameter-missing', 'data'],
] as const)('%s: %j is none: %s of %s', (type, event, code, parameter) => {
  expect(() => readEvent(octetsOf(event), type)).toThrow(
    expect.objectContaining({ problem: 'invalid-body', faults: [expect.objectContaining({ code, parameter })] }),
  );
});

test('octets that are not UTF-8 are no event', () => {
  expect(() => readEvent(Uint8Array.of(0x22, 0xe9, 0x22), JSON_TYPE)).toThrow(
    expect.objectContaining({ problem: 'invalid-body', faults: [expect.objectContaining({ code: 'not-utf-8' })] }),
  );
});

describe('the description', () => {
  const text = { description: expect.stringMatching(/\S\.$/), type: 'string' };
  const schemas = derived({ WebhookData, WebhookEvent, CloudEvent });

  test('says that data have either one URL or many', () => {
    expect(schemas.WebhookData).toMatchObject({
      oneOf: [{ required: ['url'] }, { required: ['urls'] }],
      properties: { url: text, urls: { description: expect.any(String), type: 'array', items: text } },
    });
  });

  test('has the attributes of an event', () => {
    expect(schemas.WebhookEvent).toMatchObject({ required: ['type', 'data'], properties: { type: text } });
    const attribute = { ...text, minLength: 1 };
    expect(schemas.CloudEvent).toMatchObject({
      required: ['specversion', 'id', 'source', 'type', 'data'],
      properties: { specversion: { const: '1.0' }, id: attribute, source: attribute, type: attribute },
    });
  });
});
