import { builtInBlocks, builtInTheme } from '@zhuiyuan/contract/trace/template/built-in-template';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, emptyPage, fullAnswer, fullDetail, settle } from '../../test/answers.ts';
import { openPreview } from './open-preview.tsx';

const preview = (changes: object = {}) => ({
  answer: fullAnswer('FIRST', {
    token: '',
    template: { version: 0, blocks: builtInBlocks, theme: { ...builtInTheme, color: '#8a1c1c', fontSize: 3 } },
    ...changes,
  }),
  detail: fullDetail(),
});
const page = () => document.getElementById('page')!;

beforeEach(emptyPage);

describe('a preview behind a token', () => {
  beforeEach(() => history.replaceState(null, '', '/trace/preview?token=t1'));

  it('is the page in its look, says that it proves nothing, and asks nothing else of the server', async () => {
    const sent = answerCalls({ '/public/trace/preview': preview() });
    openPreview();
    await settle();
    expect(sent.map(({ path }) => path)).toEqual(['/public/trace/preview']);
    expect(page().querySelector('.notices')?.textContent).toBe('这是页面预览，不是查询结果，不能证明商品真伪');
    expect(page().querySelector('.brand-note')?.textContent).toBe('预览');
    expect(page().querySelector('.thread')).not.toBeNull();
    expect(page().style.getPropertyValue('--action')).toBe('#8a1c1c');
    expect(page().className).toBe('page ok large-text');
  });

  it('says when it is over', async () => {
    answerCalls({ '/public/trace/preview': { code: 401, message: '预览已过期，请在后台重新打开', data: null } });
    openPreview();
    await settle();
    expect(page().querySelector('h1')?.textContent).toBe('预览已过期，请在后台重新打开');
  });
});

describe('a preview in the editor', () => {
  it('shows what its own origin posts, marks the chosen block, and tells which one is tapped', async () => {
    history.replaceState(null, '', '/trace/preview');
    Element.prototype.scrollIntoView = () => undefined;
    const told = vi.spyOn(parent, 'postMessage').mockImplementation(() => undefined);
    openPreview();
    expect(told).toHaveBeenLastCalledWith({ type: 'trace-preview-ready' }, location.origin);
    const post = (origin: string, data: object) =>
      dispatchEvent(new MessageEvent('message', { origin, source: window, data }));
    post('https://evil.example', { type: 'trace-preview', ...preview() });
    await settle();
    expect(page().textContent).toBe('');
    post(location.origin, { type: 'trace-preview', selected: 'product', ...preview() });
    await settle();
    expect(page().querySelector('.selected')?.getAttribute('data-block')).toBe('product');
    expect(page().querySelector('.notices')).toBeNull();
    page().querySelector<HTMLElement>('.thread')!.click();
    expect(told).toHaveBeenLastCalledWith({ type: 'trace-preview-pick', block: 'flows' }, location.origin);
  });
});
