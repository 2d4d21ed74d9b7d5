import { z } from 'zod';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call, onWrite } from './call.ts';
import { connectToast, toast } from './toast.ts';

const list = {
  method: 'GET',
  path: '/admin/x/list',
  may: 'signed-in',
  input: z.object({}),
  data: z.null(),
  title: '',
} as const;
const save = { ...list, method: 'POST', path: '/admin/x/save' } as const;

const shown = vi.fn<(options: object) => void>();
const answers = (body: unknown) => vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body)));

beforeEach(() => {
  shown.mockReset();
  connectToast({ open: shown } as unknown as Parameters<typeof connectToast>[0]);
});
afterEach(() => vi.unstubAllGlobals());

describe('call', () => {
  it('shows a refusal once, for five seconds', async () => {
    answers({ code: 61010, message: '名称已存在', data: null });
    const error = await call(list, {}).catch((refusal: unknown) => refusal);
    toast.failure(error);
    expect(shown).toHaveBeenCalledTimes(1);
    expect(shown).toHaveBeenCalledWith(expect.objectContaining({ type: 'error', content: '名称已存在', duration: 5 }));
  });

  it('leaves a quiet refusal to the caller', async () => {
    answers({ code: 61010, message: '名称已存在', data: null });
    const error = await call(list, {}, { quiet: true }).catch((refusal: unknown) => refusal);
    expect(shown).not.toHaveBeenCalled();
    toast.failure(error);
    expect(shown).toHaveBeenCalledTimes(1);
  });

  it('tells of writes that were done, and of nothing else', async () => {
    const written = vi.fn<(path: string) => void>();
    onWrite(written);
    answers({ code: 200, message: 'ok', data: null });
    await call(list, {});
    expect(written).not.toHaveBeenCalled();
    await call(save, {});
    expect(written).toHaveBeenCalledWith('/admin/x/save');
    answers({ code: 400, message: '请输入名称', data: null });
    await call(save, {}).catch(() => undefined);
    expect(written).toHaveBeenCalledTimes(1);
  });
});
