import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';

const deployed = (name: string) => readFileSync(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8');

interface Panel {
  id: number;
  title: string;
  gridPos: Record<'x' | 'y' | 'w' | 'h', number>;
  targets?: { expr: string }[];
}
const { panels } = JSON.parse(deployed('dashboard.json')) as { panels: Panel[] };
const drawn = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join('\n');

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
  const all = named(deployed('alerts.yml'));
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

it('the dashboard draws every figure of ours, and no panel over another', () => {
  const told = [...figures.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name);
  expect(told.filter((name) => name.startsWith('zhuiyuan_') && !drawn.includes(name))).toEqual([]);
  expect(named(drawn).filter(({ name }) => !told.includes(name.replace(/_bucket$/, '')))).toEqual([]);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_none, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
});
