import { merchantApi } from '@zhuiyuan/contract/fund/merchant/merchant';
import { payAccountApi } from '@zhuiyuan/contract/payout/pay-account';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRoot } from '../../test/factories/access.ts';
import { openPayWorld } from '../../test/factories/payout.ts';

let world: Awaited<ReturnType<typeof openPayWorld>>;
beforeAll(async () => {
  world = await openPayWorld();
});
afterAll(() => world.close());

/** Asks an account at a host that answers so; `asked`: what it was asked for. */
const test = async (answer: RequestListener) => {
  const asked: string[] = [];
  const host = createServer((request, reply) => {
    asked.push(request.url!);
    answer(request, reply);
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port } = host.address() as AddressInfo;
  const root = await openRoot(world.app);
  const { id } = world.merchant;
  const baseUrl = `http://127.0.0.1:${port}`;
  await world.app.data(root, merchantApi.update, { id, isSandbox: true, baseUrl } as never);
  const said = await world.app.data(root, payAccountApi.test, { id });
  host.closeAllConnections();
  await new Promise((resolve) => host.close(resolve));
  return { asked, said };
};

it('tells nothing of an answer that nobody signed', async () => {
  for (const body of ['internal: password=hunter2', JSON.stringify({ code: 'hunter2', message: 'hunter2' })]) {
    const { asked, said } = await test((_request, reply) => {
      reply.statusCode = 404;
      reply.end(body);
    });
    expect(asked).toHaveLength(1);
    expect(said).toMatchObject({ available: null, cause: expect.stringContaining('没有给出可以采信的应答') });
    expect(JSON.stringify(said)).not.toContain('hunter2');
  }
});

it('follows no answer to another place', async () => {
  const { asked, said } = await test((_request, reply) => {
    reply.writeHead(302, { location: '/inner' });
    reply.end();
  });
  expect(asked).toEqual(['/v3/merchant/fund/balance/OPERATION']);
  expect(said).toMatchObject({ available: null });
});
