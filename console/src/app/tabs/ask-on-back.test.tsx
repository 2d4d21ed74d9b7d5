import { act, useLayoutEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from 'antd';
import { BrowserRouter, Route, Routes, useLocation, useNavigate } from 'react-router';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { byText, click, settle, until } from '../../../test/render.tsx';
import { connectConfirm } from '../../lib/toast.ts';
import { setShownTab, TabKeyContext, useDirty } from '../../lib/use-dirty.ts';
import { askOnBack, showEntry } from './ask-on-back.ts';
import { applyTab, tabStore } from './tab-store.ts';

const Asking = () => {
  const { modal } = App.useApp();
  connectConfirm(modal);
  return null;
};

const Form = () => {
  const [isDirty, setIsDirty] = useState(false);
  useDirty(isDirty);
  return <button onClick={() => setIsDirty(!isDirty)}>{isDirty ? '已填写' : '未填写'}</button>;
};

const Shown = () => {
  const { pathname, key } = useLocation();
  const navigate = useNavigate();
  useLayoutEffect(() => setShownTab(pathname), [pathname]);
  useLayoutEffect(() => {
    applyTab({ type: 'visit', key: pathname, title: '门店', search: '', hash: '', isKept: true });
    showEntry();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- every step through the history has a key of its own
  }, [pathname, key]);
  return (
    <TabKeyContext value={pathname}>
      <button onClick={() => void navigate('/form')}>打开表单</button>
      <Routes>
        <Route path="/list" element={<p>列表</p>} />
        <Route path="/form" element={<Form />} />
      </Routes>
    </TabKeyContext>
  );
};

const question = '放弃未保存的修改';
const isOpen = () => document.querySelector('.ant-modal-confirm:not([class*="-leave"])') !== null;

/** Draws a list and a form opened from it, each an entry of the history. */
const open = async () => {
  history.pushState(null, '', '/list');
  const box = document.createElement('div');
  document.body.append(box);
  const root = createRoot(box);
  await act(async () =>
    root.render(
      <App>
        <Asking />
        <BrowserRouter>
          <Shown />
        </BrowserRouter>
      </App>,
    ),
  );
  await click(byText('打开表单'));
  await until(() => location.pathname === '/form');
  leave = async () => {
    await act(async () => root.unmount());
    box.remove();
  };
};
let leave = async () => {};

describe('the back of the browser', () => {
  // as the console begins: before any router
  beforeAll(askOnBack);
  afterEach(() => leave());
  // Other files are tried in the same process, outside of any tab.
  afterAll(() => setShownTab(''));

  it('goes back at once where nothing is unsaved', async () => {
    await open();
    history.back();
    await until(() => byText('列表') !== undefined);
    expect(byText('列表')).toBeDefined();
    expect(document.body.textContent).not.toContain(question);
  });

  it('asks once before it takes unsaved changes away, and stays or goes as it is told', async () => {
    await open();
    await click(byText('未填写'));
    history.back();
    await until(() => document.body.textContent.includes(question));
    expect(location.pathname).toBe('/form');
    history.back();
    // A second question would be here by then: that none comes can only be waited for.
    await settle(100);
    expect(document.querySelectorAll('.ant-modal-confirm')).toHaveLength(1);
    await click(byText('继续编辑')?.closest('button'));
    await until(() => !isOpen());
    expect(location.pathname).toBe('/form');
    expect(byText('已填写')).toBeDefined();

    history.back();
    await until(isOpen);
    await click([...document.querySelectorAll('.ant-modal-confirm .ant-btn-dangerous')].at(-1));
    await until(() => byText('列表') !== undefined);
    expect(location.pathname).toBe('/list');
    expect(tabStore.get().list.find(({ key }) => key === '/form')).toMatchObject({ round: 1, visitedAt: 0 });
    // The step back ends by itself, some moments after its page is shown.
    await settle(100);
    history.forward();
    await until(() => byText('未填写') !== undefined);
    expect(location.pathname).toBe('/form');
    expect(byText('未填写')).toBeDefined();
  });
});
