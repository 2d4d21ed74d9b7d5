import { afterEach, describe, expect, it, vi } from 'vitest';
import { removeToken, writeToken } from './cookies.ts';
import { addressOf, request, unwrap } from './request.ts';

const answer = (body: unknown) => new Response(JSON.stringify(body), { headers: { 'x-request-id': '7f3c-20af' } });
const sent = (body: unknown = { code: 200, message: 'ok', data: null }) => {
  const fetched = vi.fn<typeof fetch>().mockImplementation(async () => answer(body));
  vi.stubGlobal('fetch', fetched);
  return () => ({ address: String(fetched.mock.calls[0]?.[0]), init: fetched.mock.calls[0]?.[1] });
};

afterEach(() => {
  vi.unstubAllGlobals();
  removeToken();
});

describe('addressOf', () => {
  it('fills places, leaves out what is absent and joins lists', () => {
    expect(addressOf({ method: 'GET', path: '/admin/store/product/info/:id' }, { id: 7, name: '', type: null })).toBe(
      '/api/admin/store/product/info/7',
    );
    expect(addressOf({ method: 'GET', path: '/admin/x' }, { ids: [1, 2], 名: '茶 叶' })).toBe(
      '/api/admin/x?ids=1%2C2&%E5%90%8D=%E8%8C%B6+%E5%8F%B6',
    );
    expect(addressOf({ method: 'GET', path: '/admin/x/:ids' }, { ids: [1, 2] })).toBe('/api/admin/x/1%2C2');
  });
});

describe('request', () => {
  it('sends the token and the time with a GET', async () => {
    const call = sent();
    writeToken('t-1');
    await request({ method: 'GET', path: '/admin/x' }, { page: 2 });
    expect(call().address).toMatch(/^\/api\/admin\/x\?page=2&temp=\d{10}$/);
    expect(call().init?.headers).toMatchObject({ 'Authori-zation': 't-1' });
  });

  it('sends a POST as JSON, empty values included', async () => {
    const call = sent();
    await request({ method: 'POST', path: '/admin/x/update/:id' }, { id: 3, name: '', remark: null });
    expect(call().address).toBe('/api/admin/x/update/3');
    expect(call().init?.body).toBe('{"name":"","remark":null}');
    expect(call().init?.headers).not.toHaveProperty('Authori-zation');
  });

  it('throws what the server refuses, with fields and number', async () => {
    sent({ code: 400, message: '请输入名称', data: { fields: [{ field: 'name', message: '请输入名称' }] } });
    await expect(request({ method: 'POST', path: '/admin/x' })).rejects.toMatchObject({
      code: 400,
      message: '请输入名称',
      fields: [{ field: 'name', message: '请输入名称' }],
      requestId: '7f3c-20af',
    });
  });

  it('blames no network for what it could not send itself', async () => {
    const call = sent();
    const round: Record<string, unknown> = {};
    round.again = round;
    await expect(request({ method: 'POST', path: '/admin/x' }, round)).rejects.toThrow(TypeError);
    expect(call().init).toBeUndefined();
  });

  it('says so when there is no answer, or none of ours', async () => {
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(request({ method: 'GET', path: '/admin/x' })).rejects.toMatchObject({ code: 0, name: 'ApiError' });
    vi.stubGlobal('fetch', async () => new Response('<html>'));
    await expect(request({ method: 'GET', path: '/admin/x' })).rejects.toMatchObject({ code: 0 });
  });

  it('lets an abort of the caller through', async () => {
    const abort = new AbortController();
    vi.stubGlobal('fetch', async (_address: string, { signal }: RequestInit) => {
      abort.abort();
      signal?.throwIfAborted();
    });
    await expect(request({ method: 'GET', path: '/admin/x' }, {}, abort.signal)).rejects.toHaveProperty(
      'name',
      'AbortError',
    );
  });
});

describe('unwrap', () => {
  it('returns data and reads a missing message as Error', () => {
    expect(unwrap({ code: 200, data: [1] }, '')).toEqual([1]);
    expect(() => unwrap({ code: 61010, message: null, data: null }, '')).toThrow('Error');
  });
});
