import { afterEach, beforeEach, expect, it } from 'vitest';
import { byText, clear, render, sized } from '../../../../test/render.tsx';
import { TaskPassword } from './task-download.tsx';

beforeEach(() => sized());
afterEach(clear);

it('shows the password of packages with what opens them', async () => {
  await render(<TaskPassword password="Pw-12345678" close={() => undefined} />, '/identity/taskManager');
  expect(byText('Pw-12345678')).toBeDefined();
  expect(byText('请用 7-Zip、WinRAR、Bandizip 或 Keka（macOS）打开，Windows 资源管理器不能解压')).toBeDefined();
});
