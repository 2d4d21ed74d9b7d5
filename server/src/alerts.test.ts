import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../test/app.ts';

const rules = readFileSync(new URL('../../deploy/alerts.yml', import.meta.url), 'utf8');
let app: TestApp;
let figures: string;
beforeAll(async () => {
  app = await openTestApp({ work: true });
  // What is told of calls begins with the first one.
  await app.fastify.inject('/healthz');
  figures = (await app.fastify.inject('/metrics')).body;
});
afterAll(() => app.close());

/** Every figure that a text names, with the labels it chooses by. */
const named = (text: string) =>
  [...text.matchAll(/\b((?:zhuiyuan|process|nodejs|http)_\w+)(?:\{([^}]*)\})?/g)].map(([, name = '', labels = '']) => ({
    name,
    labels: [...labels.matchAll(/(\w+)(=~|!=|=)"([^"]*)"/g)].map(([, label = '', sign = '', value = '']) => ({
      label,
      sign,
      value,
    })),
  }));

it('alerts name only figures and labels that a fresh server shows', () => {
  const all = named(rules);
  expect(all.length).toBeGreaterThan(12);
  for (const { name, labels } of all) {
    const lines = figures.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
    expect(lines, name).not.toEqual([]);
    for (const { label, sign, value } of labels) {
      const wanted = sign === '=~' ? `${label}="` : `${label}="${value}"`;
      expect(
        lines.some((line) => line.includes(wanted)),
        `${name} ${wanted}`,
      ).toBe(true);
    }
  }
});
