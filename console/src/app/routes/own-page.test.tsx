import { afterEach, expect, it } from 'vitest';
import { address, clear, render } from '../../../test/render.tsx';
import { OwnPage } from './own-page.tsx';

afterEach(clear);

it.each([
  ['/redirect/identity/taskManager?page=2', '/identity/taskManager?page=2'],
  ['/redirect//evil.test/a', '/'],
  ['/redirect/\\evil.test/a', '/'],
  ['/redirect/', '/'],
])('%s goes on to %s', async (from, to) => {
  await render(<OwnPage />, from);
  expect(address()).toBe(to);
});
