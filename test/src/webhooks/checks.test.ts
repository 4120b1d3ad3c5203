/**
 * Each check: URLs that fail it, URLs that pass it, and the effect of a policy. Names are looked up at a resolver whose
 * answers the tests choose.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHECK_IDS, type CheckId } from '../../../src/webhooks/checks.ts';
import { checkOf, failing, startValidator, undeterminedIn, type Validator } from '../../worker/webhooks/harness.ts';

let validator: Validator;
beforeAll(async () => {
  validator = await startValidator({
    EGRESS_ALLOW: 'localhost:7070, 10.0.0.7:8080, 127.0.0.1:7070',
    EGRESS_DENY: 'left-alone.example.com',
  });
});
afterAll(() => validator.close());

const GOOD = 'https://hooks.example.com/in';

test('a good URL passes every check, in the order of the list', async () => {
  const verdict = await validator.verdict(GOOD);
  expect(verdict).toMatchObject({ failed: [], unknown: [], valid: true, input: GOOD, canonical: GOOD });
  expect(verdict.checks.map(({ id }) => id)).toEqual(CHECK_IDS);
  for (const { pass, advice, detail } of verdict.checks) {
    expect([pass, advice]).toEqual([true, null]);
    expect(detail).toMatch(/\.$/);
  }
  expect(checkOf(verdict, 'public-dns').detail).toBe(
    'The name has only public addresses: 93.184.215.14, 2606:2800:21f:cb07:6820:80da:af6b:8b2c.',
  );
  expect(verdict.addresses).toEqual([
    { address: '93.184.215.14', ttl: 60 },
    { address: '2606:2800:21f:cb07:6820:80da:af6b:8b2c', ttl: 60 },
  ]);
  expect(Math.abs(Date.parse(verdict.checkedAt) - Date.now())).toBeLessThan(60_000);
});

type Row = readonly [url: string, failing: readonly CheckId[], query?: Readonly<Record<string, string>>];

const SKIP_DNS = { requireDns: 'false' };

/** URLs, the checks that they fail, and the policy. */
const rows: readonly Row[] = [
  // well-formed
  ['', ['well-formed']],
  ['hooks.example.com/in', ['well-formed']],
  ['https://', ['well-formed']],
  ['https://h .example.com/', ['well-formed']],
  ['https://good%40evil.example.com/', ['well-formed']],
  ['https://hooks.example.com:99999/', ['well-formed']],
  ['https://[::1/', ['well-formed']],
  ['https://[fe80::1%25eth0]/', ['well-formed']],
  ['https://1.2.3.4.5/', ['well-formed']],
  ['<URL:https://hooks.example.com/in>', []],
  ['HTTPS://Hooks.Example.COM:443/in', []],

  // scheme
  ['http://hooks.example.com/', ['scheme']],
  ['http://hooks.example.com/', [], { schemes: 'http,https' }],
  ['HTTP://hooks.example.com/', [], { schemes: 'HTTP' }],
  ['https://hooks.example.com/', ['scheme'], { schemes: 'http' }],
  ['ftp://hooks.example.com/', ['scheme']],
  ['gopher://hooks.example.com/', [], { schemes: 'gopher' }],
  ['javascript:alert(1)', ['scheme', 'host-present'], { schemes: 'javascript' }],
  ['data:text/plain,x', ['scheme', 'host-present'], { schemes: 'data' }],

  // host-present
  ['mailto:a@b.org', ['host-present'], { schemes: 'mailto' }],
  ['file:///etc/passwd', ['host-present'], { schemes: 'file' }],
  ['news:a.b', ['host-present'], { schemes: 'news' }],

  // no-credentials
  ['https://user@hooks.example.com/', ['no-credentials']],
  ['https://user:password@hooks.example.com/', ['no-credentials']],
  ['https://@hooks.example.com/', ['no-credentials']],
  ['https://hooks.example.com@evil.example.com/', ['no-credentials', 'public-dns']],
  ['https://user:password@hooks.example.com/', [], { allowCredentials: 'true' }],

  // no-fragment
  ['https://hooks.example.com/#', ['no-fragment']],
  ['https://hooks.example.com/#part', ['no-fragment']],
  ['https://hooks.example.com/#part', [], { allowFragment: 'true' }],

  // no-control-characters
  ['https://hooks.example.com/\r\nX: y', ['no-control-characters', 'host-not-obfuscated']],
  ['https://hooks.example.com/%0d%0aX:%20y', ['no-control-characters']],
  ['https://hooks.example.com/%00', ['no-control-characters']],
  ['https://hooks.example.com/%7F', ['no-control-characters']],
  ['https://hooks.example.com/?a=%0A', ['no-control-characters']],
  ['https://hooks.example.com/a\u0085b', ['no-control-characters']],
  ['https://hooks.example.com/a\u202eb', ['no-control-characters']],
  ['https://hooks.example.com/a\u200bb', ['no-control-characters']],
  // Line and paragraph separators, and a direction mark
  ['https://hooks.example.com/a\u2028b', ['no-control-characters']],
  ['https://hooks.example.com/a\u2029b', ['no-control-characters']],
  ['https://hooks.example.com/a\u061cb', ['no-control-characters']],
  ['https://hooks.example.com/%250D', []],

  // host-not-obfuscated
  ['https://0x5db8d70e/', ['host-not-obfuscated']],
  ['https://1572395790/', ['host-not-obfuscated']],
  ['https://hooks.ex%61mple.com/', ['host-not-obfuscated']],
  ['https://ｈｏｏｋｓ.example.com/', ['host-not-obfuscated']],
  ['https:\\\\hooks.example.com\\in', ['host-not-obfuscated']],
  ['https:/hooks.example.com/', ['host-not-obfuscated']],
  ['https://bücher.com/', []],

  // public-address
  ['https://127.0.0.2/', ['public-address']],
  ['https://[::1]/', ['public-address']],
  ['https://[::ffff:10.0.0.1]/', ['public-address']],
  ['https://169.254.169.254/latest/meta-data', ['public-address']],
  ['https://localhost/', ['public-address']],
  ['https://hooks.localhost./', ['public-address']],
  ['https://hooks/', ['public-address']],
  ['https://printer.local/', ['public-address']],
  ['https://metadata.google.internal/', ['public-address']],
  ['https://hooks.example/', ['public-address']],
  ['https://hooks.onion/', ['public-address']],
  ['https://a!b.example.com/', ['public-address']],
  ['https://93.184.215.14/', []],
  ['https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/', []],

  // public-dns
  ['https://four.example.com/', []],
  ['https://inside.example.com/', ['public-dns']],
  ['https://one-of-two.example.com/', ['public-dns']],
  ['https://six.example.com/', ['public-dns']],
  ['https://mapped.example.com/', ['public-dns']],
  ['https://nothing.example.com/', ['public-dns']],
  ['https://a-fails-six-inside.example.com/', ['public-dns']],
  ['https://inside.example.com/', [], SKIP_DNS],

  // port
  ['https://hooks.example.com:8443/', []],
  ['https://hooks.example.com:80/', ['port']],
  ['https://hooks.example.com:22/', ['port']],
  ['https://hooks.example.com:6379/', ['port']],
  ['https://hooks.example.com:0/', ['port']],
  ['https://hooks.example.com:8443/', ['port'], { ports: '443' }],
  ['https://hooks.example.com:6379/', [], { ports: '443,6379' }],
  ['http://hooks.example.com/', ['port'], { ports: '443', schemes: 'http' }],

  // length
  [`https://hooks.example.com/${'x'.repeat(2048 - 26)}`, []],
  [`https://hooks.example.com/${'x'.repeat(2048 - 25)}`, ['length']],
  ['https://hooks.example.com/in', ['length'], { maxLength: '27' }],
  ['https://hooks.example.com/in', [], { maxLength: '28' }],
  [`https://hooks.example.com/${'ü'.repeat(400)}`, ['length']],

  // host-allowed
  ['https://left-alone.example.com/', ['host-allowed', 'public-dns']],
  ['https://www.left-alone.example.com/', ['host-allowed'], SKIP_DNS],
  [GOOD, [], { allowHosts: 'hooks.example.com' }],
  [GOOD, [], { allowHosts: 'other.example.com,*.example.com' }],
  [GOOD, [], { allowHosts: 'example.com' }],
  [GOOD, ['host-allowed'], { allowHosts: '=example.com' }],
  [GOOD, [], { allowHosts: '=hooks.example.com' }],
  [GOOD, ['host-allowed'], { denyHosts: 'HOOKS.example.com' }],
  [GOOD, ['host-allowed'], { denyHosts: '*.example.com' }],
  [GOOD, ['host-allowed'], { denyHosts: '*.example.com.' }],
  [GOOD, ['host-allowed'], { denyHosts: 'example.com' }],
  [GOOD, [], { denyHosts: '=example.com' }],
  [GOOD, [], { denyHosts: '*.hooks.example.com' }],
  ['https://bücher.com/', ['host-allowed'], { denyHosts: 'bücher.com' }],
  ['https://hooks.example.com./', ['host-allowed'], { denyHosts: 'hooks.example.com' }],

  // Addresses and blocks, which are held against the addresses of a name too
  ['https://93.184.215.14/', ['host-allowed'], { denyHosts: '93.184.215.14' }],
  ['https://93.184.215.14/', ['host-allowed'], { denyHosts: '93.184.0.0/16' }],
  ['https://93.185.215.14/', [], { denyHosts: '93.184.0.0/16' }],
  ['https://[::ffff:93.184.215.14]/', ['host-allowed'], { denyHosts: '93.184.0.0/16' }],
  [GOOD, ['host-allowed'], { denyHosts: '93.184.215.14' }],
  [GOOD, ['host-allowed'], { denyHosts: '2606:2800::/32' }],
  [GOOD, [], { denyHosts: '10.0.0.0/8,2607::/16' }],
  [GOOD, [], { allowHosts: '93.184.0.0/16,2606:2800::/32' }],
  [GOOD, ['host-allowed'], { allowHosts: '93.184.0.0/16' }],
  ['https://four.example.com/', [], { allowHosts: '93.184.0.0/16' }],
  ['https://four.example.com/', ['host-allowed'], { allowHosts: '93.184.0.0/16', denyHosts: '93.184.215.14' }],

  // Hosts and ports in EGRESS_ALLOW, which gateways may reach too
  ['https://localhost:7070/', []],
  ['https://10.0.0.7:8080/', []],
  // The tests reach this service at 127.0.0.1.
  ['https://127.0.0.1:7070/', []],
  ['https://127.0.0.1:7071/', ['not-our-own-host', 'public-address']],
  ['https://10.0.0.7:8081/', ['public-address']],
  ['https://localhost:7071/', ['public-address']],
];

describe('the checks that fail', () => {
  const cases = rows.map(([url, expected, query = {}]) => ({ url, expected, query }));
  test.each(cases)('$url: $expected $query', async ({ url, expected, query }) => {
    const verdict = await validator.verdict(url, query);
    expect(failing(verdict)).toEqual(CHECK_IDS.filter((id) => expected.includes(id)));
    expect(verdict.valid).toBe(expected.length === 0);
    expect(verdict.checks.map(({ id }) => id)).toEqual(CHECK_IDS);
    for (const { pass, detail, advice } of verdict.checks) {
      expect(detail).toMatch(/\.$/);
      if (pass === false) expect(advice).toMatch(/\.$/);
      else expect(advice).toBe(null);
    }
  });
});

describe('a check without a result', () => {
  test.each([
    ['https://broken.example.com/', 'resolver-failed'],
    ['https://damaged.example.com/', 'resolver-failed'],
    ['https://refused.example.com/', 'resolver-failed'],
    // One failed question is enough: the name may have other addresses.
    ['https://a-fails.example.com/', 'resolver-failed'],
    ['https://a-refused.example.com/', 'resolver-failed'],
    ['https://aaaa-fails.example.com/', 'resolver-failed'],
    // An address of two octets, and the address of another name, count for nothing.
    ['https://a-short.example.com/', 'resolver-failed'],
    ['https://a-foreign.example.com/', 'resolver-failed'],
    ['https://aaaa-refused.example.com/', 'resolver-failed'],
    ['https://a-fails-no-six.example.com/', 'resolver-failed'],
  ])('%s is neither valid nor invalid: %s', async (url, reason) => {
    const verdict = await validator.verdict(url);
    expect(verdict).toMatchObject({ valid: null, addresses: null });
    expect(failing(verdict)).toEqual([]);
    expect(undeterminedIn(verdict)).toEqual({ 'public-dns': reason });
    expect(checkOf(verdict, 'public-dns')).toMatchObject({
      pass: null,
      detail: 'DNS did not return all addresses of the name.',
      advice: 'Try again later.',
    });
  });

  test('is none for a name with an alias, whose addresses are those of the alias', async () => {
    expect(await validator.verdict('https://a-alias.example.com/')).toMatchObject({
      valid: true,
      addresses: [{ address: '93.184.215.14' }, { address: '2606:2800:21f:cb07:6820:80da:af6b:8b2c' }],
    });
  });

  test('leaves a URL invalid that fails another check', async () => {
    const verdict = await validator.verdict('http://broken.example.com/');
    expect([verdict.valid, failing(verdict)]).toEqual([false, ['scheme']]);
  });

  test.each([
    ['denyHosts', '10.0.0.0/8', { 'host-allowed': 'resolver-failed', 'public-dns': 'resolver-failed' }],
    ['denyHosts', 'other.example.com', { 'public-dns': 'resolver-failed' }],
    ['allowHosts', '93.184.0.0/16', { 'host-allowed': 'resolver-failed', 'public-dns': 'resolver-failed' }],
    ['allowHosts', 'example.com', { 'public-dns': 'resolver-failed' }],
  ])('may be that of the lists: %s=%s', async (list, entry, undetermined) => {
    const verdict = await validator.verdict('https://aaaa-fails.example.com/', { [list]: entry });
    expect([verdict.valid, undeterminedIn(verdict)]).toEqual([null, undetermined]);
  });

  test('does not hide an address that is known to be denied', async () => {
    const verdict = await validator.verdict('https://aaaa-fails.example.com/', { denyHosts: '93.184.0.0/16' });
    expect([verdict.valid, failing(verdict)]).toEqual([false, ['host-allowed']]);
    expect(checkOf(verdict, 'host-allowed').detail).toBe(
      'aaaa-fails.example.com resolves to 93.184.215.14. The address is on the list of denied hosts.',
    );
  });

  test('is that of a list of blocks whose addresses nobody asked for', async () => {
    const verdict = await validator.verdict(GOOD, { allowHosts: '93.184.0.0/16', ...SKIP_DNS });
    expect([verdict.valid, undeterminedIn(verdict)]).toEqual([null, { 'host-allowed': 'not-looked-up' }]);
    expect(checkOf(verdict, 'host-allowed')).toMatchObject({
      detail: 'The addresses of the name decide, and they were not looked up.',
      advice: 'Look up the name, and check each of its addresses.',
    });
  });

  test('is not needed if the policy asks for no lookup', async () => {
    const verdict = await validator.verdict('https://broken.example.com/', SKIP_DNS);
    expect(verdict).toMatchObject({ valid: true, addresses: null });
  });
});

test.each([
  ['https://93.184.215.14/', '93.184.215.14'],
  ['https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
])('the address of %s has no end', async (url, address) => {
  expect((await validator.verdict(url)).addresses).toEqual([{ address, ttl: null }]);
});

test('EGRESS_DENY is held against the addresses of a name', async () => {
  const other = await startValidator({ EGRESS_DENY: '93.184.215.0/24' });
  const verdict = await other.verdict('https://four.example.com/');
  expect(failing(verdict)).toEqual(['host-allowed']);
  await other.close();
});

describe('a lookalike gets a warning, and stays valid', () => {
  test.each([
    ['https://xn--80ak6aa92e.com/', 'The name “аррӏе” looks like “apple”, but is different.'],
    ['https://аррӏе.com/', 'The name “аррӏе” looks like “apple”, but is different.'],
    ['https://pаypal.com/', 'The name “pаypal” mixes Latin and Cyrillic letters, as fake addresses do.'],
  ])('%s', async (url, detail) => {
    const verdict = await validator.verdict(url, SKIP_DNS);
    expect(checkOf(verdict, 'single-script')).toMatchObject({ pass: false, severity: 'warning', detail });
    expect(verdict.valid).toBe(true);
  });
});

describe('a host that programs of IDNA 2003 read as another gets a warning, and stays valid', () => {
  test.each([
    ['https://straße.example.com/', 'U+00DF'],
    ['https://xn--strae-oqa.example.com/', 'U+00DF'],
    ['https://STRAẞE.example.com/', 'U+00DF'],
    ['https://βόλος.example.com/', 'U+03C2'],
    ['https://xn--11b2ezcw70k.example.com/', 'U+200D'],
  ])('%s', async (url, codePoint) => {
    const verdict = await validator.verdict(url, SKIP_DNS);
    const detail = `The host has ${codePoint}. Programs that follow IDNA 2003 replace it and call a different host.`;
    expect(checkOf(verdict, 'no-deviation-characters')).toMatchObject({ pass: false, severity: 'warning', detail });
    expect(verdict.valid).toBe(true);
  });

  test('and so does one whose A-label is not valid', async () => {
    const verdict = await validator.verdict('https://xn--a.example.com/', SKIP_DNS);
    const detail = 'xn--a is not a valid international label. Some programs refuse the host.';
    expect(checkOf(verdict, 'no-deviation-characters')).toMatchObject({ pass: false, severity: 'warning', detail });
    expect(checkOf(verdict, 'host-present')).toMatchObject({ detail: 'The host is xn--a.example.com.' });
    expect(verdict.valid).toBe(true);
  });

  test.each(['xn--a', 'xn--a.local', 'xn--a.localhost'])('%s is judged by its ASCII form', async (host) => {
    const verdict = await validator.verdict(`https://${host}/`, SKIP_DNS);
    expect(failing(verdict)).toContain('public-address');
    expect(verdict.valid).toBe(false);
  });

  test.each(['https://strasse.example.com/', 'https://bücher.example.com/'])('not %s', async (url) => {
    expect(checkOf(await validator.verdict(url, SKIP_DNS), 'no-deviation-characters')).toMatchObject({ pass: true });
  });
});

describe('our own host', () => {
  test('is not called back', async () => {
    const port = new URL(validator.origin).port;
    const verdict = await validator.verdict(`http://127.0.0.1:${port}/hooks`, { schemes: 'http', ports: port });
    expect(failing(verdict)).toContain('not-our-own-host');
    expect(failing(await validator.verdict(GOOD))).not.toContain('not-our-own-host');
  });
});

test('a URL that cannot be read is not checked further', async () => {
  const { canonical, checks } = await validator.verdict('hooks.example.com');
  expect(canonical).toBe(null);
  expect(checks.slice(1).every(({ pass }) => pass === null)).toBe(true);
  expect(checks[0]).toMatchObject({ pass: false, detail: 'The URL is invalid from character 1 on.' });
});

describe('DNS', () => {
  const questions = (name: string) => validator.doh.questions.filter((question) => question.name === name).length;

  test('is asked once about a name, even if a request has it many times', async () => {
    const before = questions('four.example.com');
    const urls = Array.from({ length: 50 }, (_, index) => `https://four.example.com/${index}`);
    const response = await validator.fetch('/v1/validate', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(urls),
    });
    expect((await response.json()) as unknown[]).toHaveLength(50);
    expect(questions('four.example.com') - before).toBe(2);
  });
});
