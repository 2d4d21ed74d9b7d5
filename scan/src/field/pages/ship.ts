import type { FieldCheck } from '@zhuiyuan/contract/fieldwork/field-moves';
import type { FieldShopRow } from '@zhuiyuan/contract/fieldwork/field-shops';
import { h } from '../../lib/elements.ts';
import { codeText, toast } from '../../parts/code-text.ts';
import { reasonOf, whileBusy } from '../../parts/field.ts';
import { bareCode } from '../lib/code-key.ts';
import { dropDraft, keepDraft, readDraft } from '../lib/drafts.ts';
import { ask, isOffline, newKey, tell } from '../lib/field-call.ts';
import { fieldIcon } from '../lib/field-icons.ts';
import { go } from '../lib/navigate.ts';
import { watchKeys } from '../lib/scanner-keys.ts';
import { count, levels } from '../lib/words.ts';
import { card, cardHead, nothing, thumb } from '../parts/cards.ts';
import { openScanner, type ScanTold } from '../parts/scan-overlay.ts';
import { show, update, whenLeft } from '../parts/screen.ts';
import { confirmIn } from '../parts/sheet.ts';
import { receivers, type Receiver } from './receivers.ts';

interface Draft {
  receiver?: Receiver;
  /** Newest first; what was not checked yet was scanned without a connection. */
  rows: { code: string; check?: FieldCheck }[];
}

const name = 'ship';
const most = 2000;

/** The shop a scanned 门店码 stands for. */
const shopIn = (text: string): number | undefined => {
  const id = /[?&]to=shop-(\d+)/.exec(text)?.[1];
  return id ? Number(id) : undefined;
};

/** 扫码发货: first to whom, then what, then once for all. `to` is the shop whose poster was scanned. */
export const showShip = (to?: number): void => {
  const draft: Draft = { ...(readDraft<Draft>(name) ?? { rows: [] }) };
  let key = newKey();
  let refusal = '';

  const changed = (): void => {
    key = newKey();
    keepDraft(name, draft);
  };
  const choose = (receiver: Receiver): void => {
    const isOther = draft.receiver && (draft.receiver.id !== receiver.id || draft.receiver.kind !== receiver.kind);
    draft.receiver = receiver;
    // What was good for one receiver may not be for another.
    if (isOther) draft.rows = draft.rows.map(({ code }) => ({ code }));
    refusal = '';
    changed();
    draw();
    void checkAll();
  };
  const chooseShop = async (id: number): Promise<boolean> => {
    for (let page = 1; page <= 20; page += 1) {
      const { list, totalPage } = await ask<{ list: FieldShopRow[]; totalPage: number }>('shop/list', {
        page,
        limit: 100,
      });
      const shop = list.find((one) => one.id === id);
      if (shop) {
        choose({ kind: 2, id, name: shop.name });
        return true;
      }
      if (page >= totalPage) break;
    }
    return false;
  };

  const check = async (codes: string[]): Promise<FieldCheck[]> => {
    const { receiver } = draft;
    const checks = await tell<FieldCheck[]>('ship/check', { toKind: receiver!.kind, toId: receiver!.id, codes });
    for (const [at, one] of checks.entries()) {
      const row = draft.rows.find(({ code }) => code === codes[at]);
      if (row) row.check = one;
    }
    return checks;
  };
  /** Checks what was scanned without a connection, or for another receiver. */
  const checkAll = async (): Promise<void> => {
    const codes = draft.rows.filter((row) => !row.check).map(({ code }) => code);
    if (!draft.receiver || codes.length === 0) return;
    try {
      await check(codes);
      changed();
    } catch (error) {
      if (!isOffline(error)) refusal = reasonOf(error);
    }
    draw();
  };

  const take = async (text: string): Promise<ScanTold> => {
    const shop = shopIn(text);
    if (shop !== undefined)
      return (await chooseShop(shop).catch(() => false))
        ? { ok: true, words: `发往 ${draft.receiver!.name}` }
        : { ok: false, words: '该门店不在名下，不能发货' };
    if (!draft.receiver) return { ok: false, words: '请选择收货方' };
    const code = bareCode(text);
    if (draft.rows.some((row) => row.code === code)) return { ok: false, words: '编码重复扫描' };
    if (draft.rows.length >= most) return { ok: false, words: `一次最多${most}个编码` };
    draft.rows.unshift({ code });
    refusal = '';
    const told = await check([code]).then(
      ([one]): ScanTold =>
        one!.ok ? { ok: true, words: `${levels[one!.level]} ${one!.storeName}` } : { ok: false, words: one!.errMsg },
      (error: unknown): ScanTold => {
        if (isOffline(error)) return { ok: true, words: '网络异常，已记下' };
        draft.rows = draft.rows.filter((row) => row.code !== code);
        refusal = reasonOf(error);
        return { ok: false, words: reasonOf(error) };
      },
    );
    changed();
    draw();
    return { ...told, count: `${draft.rows.length}` };
  };

  const bad = () => draft.rows.filter(({ check: one }) => one && !one.ok);
  const good = () => draft.rows.filter(({ check: one }) => one?.ok);
  const items = (): number => good().reduce((sum, { check: one }) => sum + one!.itemQty, 0);

  const rowOf = ({ code, check: one }: Draft['rows'][number]): HTMLElement =>
    h(
      'div',
      { class: `f-row f-scanned ${one && !one.ok ? 'f-no' : ''}` },
      thumb(one?.image ?? ''),
      h(
        'span',
        { class: 'f-body' },
        h('b', {}, one?.storeName || (one ? '未知编码' : '待核对')),
        h('span', { class: 'f-text' }, one ? `${levels[one.level]} ` : '', codeText(code)),
        one && !one.ok ? h('span', { class: 'f-why' }, one.errMsg) : null,
        ...(one?.ok ? one.warn.map((words) => h('span', { class: 'f-warn' }, `◆ ${words}`)) : []),
      ),
      h(
        'span',
        { class: 'f-end' },
        one?.ok ? `${count(one.itemQty)} 件` : '',
        h(
          'button',
          {
            type: 'button',
            class: 'f-link',
            'aria-label': `移除${code}`,
            click: () => {
              draft.rows = draft.rows.filter((row) => row.code !== code);
              changed();
              draw();
            },
          },
          '移除',
        ),
      ),
    );

  const submit = async (button: HTMLButtonElement): Promise<void> => {
    await checkAll();
    if (draft.rows.some((row) => !row.check)) {
      refusal = '网络异常，请稍后重试';
      return draw();
    }
    if (bad().length > 0) return draw();
    const { receiver } = draft;
    const n = items();
    if (!(await confirmIn('发货', { words: `共${count(n)}件，发往${receiver!.name}，确定发货？`, yes: '确定发货' })))
      return;
    await whileBusy(button, '发货中', async () => {
      try {
        const shipped = await tell<{ id: number; itemQty: number }>('ship', {
          toKind: receiver!.kind,
          toId: receiver!.id,
          codes: draft.rows.map(({ code }) => code).reverse(),
          idemKey: key,
        });
        dropDraft(name);
        toast(`发货成功：${count(shipped.itemQty)}件`);
        go(`/r/document/${shipped.id}`, { replaces: true });
      } catch (error) {
        refusal = isOffline(error) ? '网络异常，请稍后重试' : reasonOf(error);
        for (const row of draft.rows) row.check = undefined;
        await checkAll();
        draw();
      }
    });
  };
  const dropBad = (): void => {
    const wrong = new Set(bad().map(({ code }) => code));
    draft.rows = draft.rows.filter(({ code }) => !wrong.has(code));
    refusal = '';
    changed();
    draw();
  };

  const foot = (): HTMLElement => {
    const wrong = bad().length;
    const confirm = h(
      'button',
      {
        type: 'button',
        class: 'button solid',
        disabled: draft.rows.length === 0,
        click: () => (wrong ? dropBad() : void submit(confirm)),
      },
      wrong ? `移除 ${wrong} 个异常码` : `确认发货 ${count(items())} 件`,
    );
    return h(
      'div',
      {},
      refusal ? h('p', { class: 'f-barrier', role: 'alert' }, refusal) : null,
      h(
        'p',
        { class: 'f-sums' },
        h('span', {}, '共 ', h('b', {}, count(draft.rows.length)), ' 个码'),
        h('span', {}, h('b', {}, count(items())), ' 件'),
      ),
      h(
        'div',
        { class: 'acts f-two' },
        h('button', { type: 'button', class: 'button', click: scan }, fieldIcon('scan', 18), '扫码'),
        confirm,
      ),
    );
  };
  const scan = (): void => void openScanner('扫码发货', take, { closed: draw });
  const again = (): void => {
    draft.receiver = undefined;
    draw();
  };
  const draw = (): void => {
    const { receiver } = draft;
    if (!receiver)
      return update({
        title: '扫码发货',
        body: [h('p', { class: 'f-hint' }, '先选择收货方，也可以直接扫门店码'), receivers(choose)],
        foot: h(
          'button',
          {
            type: 'button',
            class: 'button solid',
            click: () => void openScanner('扫门店码', take, { isSingle: true }),
          },
          fieldIcon('scan', 18),
          '扫门店码',
        ),
      });
    update({
      title: '扫码发货',
      body: [
        h(
          'section',
          { class: 'card f-doc' },
          h(
            'span',
            { class: 'f-body' },
            h('span', { class: 'f-text' }, receiver.kind === 2 ? '发往门店' : '发往经销商'),
            h('b', {}, receiver.name),
          ),
          h('button', { type: 'button', class: 'f-link', click: again }, '更改'),
        ),
        draft.rows.length
          ? card(
              cardHead(`已扫 ${count(draft.rows.length)} 个码`, '', `${count(items())} 件`),
              h('div', { class: 'f-rows' }, ...draft.rows.map(rowOf)),
            )
          : nothing('scan', '扫描产品码或箱码，可用扫码枪直接扫'),
      ],
      foot: foot(),
    });
  };

  show({ title: '扫码发货', body: [] });
  whenLeft(watchKeys((text) => void take(text).then(({ ok, words }) => (ok ? undefined : toast(words)))));
  const reconnected = (): void => void checkAll();
  addEventListener('online', reconnected);
  whenLeft(() => removeEventListener('online', reconnected));
  draw();
  if (to !== undefined)
    void chooseShop(to).then(
      (isOwn) => (isOwn ? undefined : toast('该门店不在名下，不能发货')),
      (error: unknown) => toast(reasonOf(error)),
    );
  else void checkAll();
};
