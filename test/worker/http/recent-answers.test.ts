/** Answers that an isolate keeps: what they are kept for, and how many. */
import { describe, expect, test } from 'vitest';
import { RecentAnswers } from '../../../worker/http/recent-answers.ts';
import { answer, TEXT_TYPE } from '../../../worker/http/response.ts';
import { contextOf } from './context.ts';

describe.each([
  ['/v1/resolve?url=go%3Aa', 1],
  // Nobody may keep what is said about a password.
  ['/v1/resolve?url=ftp%3A%2F%2Fme%3Asecret%40h.example%2F', 2],
])('an answer to %s', (path, times) => {
  test(`is made ${times} times for two requests, and both are logged with the scheme of its URL`, async () => {
    let made = 0;
    const ask = async () => {
      const context = contextOf(path);
      const response = answer(context, TEXT_TYPE, () => {
        made++;
        context.notes.scheme = 'go';
        return 'go:a\n';
      });
      return [await response.text(), context.notes.scheme];
    };
    expect([await ask(), await ask(), made]).toEqual([['go:a\n', 'go'], ['go:a\n', 'go'], times]);
  });
});

const answerOf = (length: number) => ({ body: 'x'.repeat(length), scheme: null });

describe('recent answers', () => {
  test('are found under their key alone', () => {
    const answers = new RecentAnswers();
    answers.keep('text/plain https://h.example/a', { body: 'a', scheme: 'go' });
    expect(answers.find('text/plain https://h.example/a')).toEqual({ body: 'a', scheme: 'go' });
    expect(answers.find('application/json https://h.example/a')).toBeNull();
  });

  test('take 8 MiB at most, and what was asked for least recently goes first', () => {
    const answers = new RecentAnswers();
    const length = 200 * 1024;
    for (let index = 0; index < 50; index++) {
      answers.keep(`key ${index}`, answerOf(length));
      answers.find('key 0');
    }
    const kept = Array.from({ length: 50 }, (_, index) => answers.find(`key ${index}`) !== null);
    const most = Math.floor((8 * 1024 * 1024) / (2 * length));
    expect([kept[0], kept.filter(Boolean).length, kept.lastIndexOf(false)]).toEqual([true, most, 50 - most]);
  });

  test('of 512 KiB with their key and 200 octets are kept, and longer ones are not', () => {
    const answers = new RecentAnswers();
    const longest = (512 * 1024 - 200) / 2 - 'key'.length;
    answers.keep('key', answerOf(longest + 1));
    expect(answers.find('key')).toBeNull();
    answers.keep('key', answerOf(longest));
    expect(answers.find('key')?.body).toHaveLength(longest);
    // A key takes two octets for each character, too.
    answers.keep('keys', answerOf(longest));
    expect(answers.find('keys')).toBeNull();
  });

  test('fill 8 MiB exactly, and one more takes the place of the first', () => {
    const answers = new RecentAnswers();
    const keys = Array.from({ length: 16 }, (_, index) => String.fromCharCode(97 + index));
    for (const key of keys) answers.keep(key, answerOf((512 * 1024 - 200) / 2 - 1));
    const kept = () => keys.filter((key) => answers.find(key) !== null).join('');
    expect(kept()).toBe('abcdefghijklmnop');
    answers.keep('q', answerOf(0));
    expect([kept(), answers.find('q')]).toEqual(['bcdefghijklmnop', answerOf(0)]);
  });
});
