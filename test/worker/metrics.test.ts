/** Metrics in the text format of Prometheus, with the labels and numbers of the requests that were counted. */
import { expect, test } from 'vitest';
import type { Notes } from '../../worker/log.ts';
import { Metrics } from '../../worker/metrics.ts';

const notes: Notes = { route: '/open', scheme: 'gopher', urls: 0, aborted: false, refusal: null, octets: 10 };

/** The samples by their names with labels. Every other line is a comment of the format. */
function samplesOf(text: string): ReadonlyMap<string, number> {
  const lines = text.trimEnd().split('\n');
  const wrong = lines.filter(
    (line) => !/^(?:# (?:HELP|TYPE) waypost_\w+ .+|waypost_\w+(?:\{(?:\w+="[^"\\]*",?)*\})? [\d.]+)$/.test(line),
  );
  expect(wrong).toEqual([]);
  const samples = lines.filter((line) => !line.startsWith('#'));
  return new Map(
    samples.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

test('requests, durations, octets, URLs, refusals and answers that broke off', () => {
  const metrics = new Metrics();
  metrics.count({ method: 'GET', notes, status: 200, ms: 30 });
  metrics.count({ method: 'GET', notes: { ...notes, refusal: 'port', octets: 5 }, status: 403, ms: 2000 });
  metrics.count({
    method: 'BREW',
    notes: { ...notes, route: null, scheme: null, urls: 7, aborted: true },
    status: 405,
    ms: 90_000,
  });
  const samples = samplesOf(metrics.text);
  expect(Object.fromEntries(samples)).toMatchObject({
    'waypost_requests_total{method="GET",route="/open",scheme="gopher",status="200"}': 1,
    'waypost_requests_total{method="GET",route="/open",scheme="gopher",status="403"}': 1,
    'waypost_requests_total{method="other",route="none",scheme="none",status="405"}': 1,
    'waypost_request_duration_seconds_bucket{route="/open",le="0.025"}': 0,
    'waypost_request_duration_seconds_bucket{route="/open",le="0.1"}': 1,
    'waypost_request_duration_seconds_bucket{route="/open",le="5"}': 2,
    'waypost_request_duration_seconds_bucket{route="/open",le="+Inf"}': 2,
    'waypost_request_duration_seconds_sum{route="/open"}': 2.03,
    'waypost_request_duration_seconds_count{route="/open"}': 2,
    'waypost_request_duration_seconds_bucket{route="none",le="60"}': 0,
    'waypost_response_bytes_total{route="/open"}': 15,
    waypost_urls_total: 7,
    'waypost_refusals_total{rule="port"}': 1,
    waypost_aborted_total: 1,
  });
});

test('answers that are shared, by where they come from, and their octets', () => {
  const metrics = new Metrics();
  const results = ['miss', 'hit', 'hit', 'stale', 'collapsed'] as const;
  for (const cache of results) metrics.count({ method: 'GET', notes: { ...notes, cache }, status: 200, ms: 1 });
  metrics.count({ method: 'GET', notes, status: 200, ms: 1 });
  const samples = [...samplesOf(metrics.text)].filter(([name]) => name.startsWith('waypost_cache_'));
  expect(Object.fromEntries(samples)).toEqual({
    'waypost_cache_requests_total{result="miss"}': 1,
    'waypost_cache_requests_total{result="hit"}': 2,
    'waypost_cache_requests_total{result="stale"}': 1,
    'waypost_cache_requests_total{result="collapsed"}': 1,
    'waypost_cache_bytes_total{result="miss"}': 10,
    'waypost_cache_bytes_total{result="hit"}': 20,
    'waypost_cache_bytes_total{result="stale"}': 10,
    'waypost_cache_bytes_total{result="collapsed"}': 10,
  });
});

test('what stores did not do, from zero on', () => {
  const metrics = new Metrics();
  metrics.countStoreFault('write');
  const samples = samplesOf(metrics.text);
  expect(samples.get('waypost_store_faults_total{operation="read"}')).toBe(0);
  expect(samples.get('waypost_store_faults_total{operation="write"}')).toBe(1);
});

test('a label cannot end early', () => {
  const metrics = new Metrics();
  metrics.count({ method: 'GET', notes: { ...notes, refusal: 'a"} 1\nb\\' }, status: 403, ms: 1 });
  expect(samplesOf(metrics.text).get('waypost_refusals_total{rule="a} 1b"}')).toBe(1);
});
