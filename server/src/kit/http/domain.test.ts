import { expect, test } from 'vitest';
import type { App } from './app-context.ts';
import { gatherHearers, type Domain } from './domain.ts';

const means = { jobs: {} } as Pick<App, 'jobs'>;
/** Not the whole product, as the type of its list wants. */
const gather = (...domains: Domain[]) => gatherHearers(domains as never, means);

test('what several domains hear is heard in their order, and with what background work is sent by', async () => {
  const said: unknown[] = [];
  const domain = (name: string): Domain => ({
    mounts: [],
    hears: { 'agent.removed': [async (_db, { agentId }, given) => void said.push([name, agentId, given])] },
  });
  const { events } = gather(domain('first'), { mounts: [] }, domain('second'));
  for (const hear of events['agent.removed']) await hear({} as never, { agentId: 7 } as never);
  expect(said).toEqual([
    ['first', 7, means],
    ['second', 7, means],
  ]);
});

test('a question that two domains answer is refused', () => {
  const domain: Domain = { mounts: [], answers: { 'code.packet': async () => undefined as never } };
  expect(() => gather(domain, domain)).toThrow('two domains answer code.packet');
});
