import { expect, it } from 'vitest';
import { withScheme } from '@/components/form/web-address';

it.each([
  ['example.com', 'https://example.com'],
  [' www.example.com/shop?a=1 ', 'https://www.example.com/shop?a=1'],
  ['example.com:8080', 'https://example.com:8080'],
  ['münchen.example', 'https://münchen.example'],
  ['http://example.com', 'http://example.com'],
  ['https://example.com', 'https://example.com'],
  ['mailto:a@example.com', 'mailto:a@example.com'],
  ['example', 'example'],
  ['two words.com', 'two words.com'],
  ['', ''],
])('%j becomes %j', (typed, completed) => {
  expect(withScheme(typed)).toBe(completed);
});
