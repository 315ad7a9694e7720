import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LinkedText } from '@/components/purchase/linked-text';

const shown = (text: string) => renderToStaticMarkup(createElement(LinkedText, { text }));
const linksIn = (text: string) => [...shown(text).matchAll(/href="([^"]*)"/g)].map(([, to]) => to);

it.each([
  ['Join at https://example.com/a?b=1.', ['https://example.com/a?b=1']],
  ['(http://example.com), https://example.org/', ['http://example.com/', 'https://example.org/']],
  ['javascript:alert(1) data:text/html,x ftp://example.com', []],
  ['https://', []],
])('links the web pages of %j alone', (text, links) => {
  expect(linksIn(text)).toEqual(links);
});

it('opens links elsewhere without a referrer, and prints markup as text', () => {
  const html = shown('<b>https://example.com/"onclick="x</b>');
  expect(html).toContain('rel="noopener noreferrer nofollow"');
  expect(html).toContain('&lt;b&gt;');
  expect(html).not.toMatch(/<b>|onclick="x"/);
  expect(linksIn('https://example.com/"onclick="x')).toEqual(['https://example.com/']);
});
