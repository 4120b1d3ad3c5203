/** The code that signs a message for `/hooks` (Standard Webhooks 1.0), in the languages of the documentation. */
import { ORIGIN } from '../../pages/parts/assets.ts';
import type { Language } from './samples.ts';

/**
 * The code that signs and sends a message. The secret is in the environment, as `WEBHOOK_SECRET`.
 *
 * @param body - the message, as JSON on one line
 */
export const signedSamples = (body: string): Readonly<Record<Language, string>> => ({
  curl: String.raw`body='${body}'
id=msg_1
time=$(date +%s)
key=$(printf %s "\${WEBHOOK_SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \n')
signature=$(printf %s "$id.$time.$body" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)
curl ${ORIGIN}/hooks \
  -H 'Content-Type: application/json' \
  -H "webhook-id: $id" \
  -H "webhook-timestamp: $time" \
  -H "webhook-signature: v1,$signature" \
  --data-binary "$body"`.replace(String.raw`\$`, '$'),
  javascript: `const body = '${body}';
const id = 'msg_1';
const time = Math.floor(Date.now() / 1000);
const secret = process.env.WEBHOOK_SECRET.replace('whsec_', '');
const key = await crypto.subtle.importKey(
  'raw',
  Uint8Array.from(atob(secret), (character) => character.charCodeAt(0)),
  { name: 'HMAC', hash: 'SHA-256' },
  false,
  ['sign'],
);
const signed = new TextEncoder().encode([id, time, body].join('.'));
const octets = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed));
const response = await fetch('${ORIGIN}/hooks', {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(time),
    'webhook-signature': 'v1,' + btoa(String.fromCharCode(...octets)),
  },
  body,
});
console.log(await response.json());`,
  python: `import base64, hashlib, hmac, json, os, time, urllib.request

body = '${body}'
message_id = "msg_1"
now = str(int(time.time()))
key = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
signed = f"{message_id}.{now}.{body}".encode()
signature = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
request = urllib.request.Request(
    "${ORIGIN}/hooks",
    headers={
        "Content-Type": "application/json",
        "webhook-id": message_id,
        "webhook-timestamp": now,
        "webhook-signature": "v1," + signature,
    },
    data=body.encode(),
)
with urllib.request.urlopen(request) as response:
    print(json.load(response))`,
});
