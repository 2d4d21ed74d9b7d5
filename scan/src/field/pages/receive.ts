import type { FieldCode, FieldDeliver, FieldLine } from '@zhuiyuan/contract/fieldwork/field-goods';
import { h } from '../../lib/elements.ts';
import { codeText, toast } from '../../parts/code-text.ts';
import { reasonOf, whileBusy } from '../../parts/field.ts';
import { dropDraft, keepDraft, readDraft } from '../lib/drafts.ts';
import { ask, isOffline, newKey, tell } from '../lib/field-call.ts';
import { fieldIcon } from '../lib/field-icons.ts';
import { bareCode } from '../lib/code-key.ts';
import { go } from '../lib/navigate.ts';
import { watchKeys } from '../lib/scanner-keys.ts';
import { count, levels } from '../lib/words.ts';
import { failure, skeleton } from '../parts/cards.ts';
import { openScanner, type ScanTold } from '../parts/scan-overlay.ts';
import { show, update, whenLeft } from '../parts/screen.ts';
import { confirmIn } from '../parts/sheet.ts';
import { documentCard } from './document.ts';
import { progress, scannedCard, type ReceiveActs } from './receive-cards.ts';
import { diffsCard, extraCard } from './receive-diffs.ts';
import {
  findChip,
  noReceipt,
  openLines,
  sumsOf,
  takeFound,
  takeKnown,
  toSigning,
  type Receipt,
  type Receiving,
} from './receiving.ts';

/** Lines one look takes, and how many looks at most. */
const linesAtOnce = 100;
const mostLooks = 20;

const readLines = async (deliverId: number): Promise<FieldLine[]> => {
  const lines: FieldLine[] = [];
  for (let page = 1; page <= mostLooks; page += 1) {
    const answer = await ask<{ list: FieldLine[]; totalPage: number }>('deliver/line/list', {
      deliverId,
      page,
      limit: linesAtOnce,
    });
    lines.push(...answer.list);
    if (page >= answer.totalPage) break;
  }
  return lines;
};

/** 签收 of one document: everything at once, or code by code, with what was not as it should be. */
export const showReceive = async (id: number): Promise<void> => {
  let isLeft = false;
  show({ title: '签收', body: [skeleton(3)] });
  whenLeft(() => (isLeft = true));
  let receiving: Receiving;
  try {
    const doc = await ask<FieldDeliver>('deliver/info', { id });
    const lines = await readLines(id);
    receiving = { doc, lines, receipt: { ...noReceipt(), ...readDraft<Receipt>(`sign ${id}`) } };
  } catch (error) {
    if (!isLeft) update({ title: '签收', body: [failure(reasonOf(error), () => void showReceive(id))] });
    return;
  }
  if (!isLeft) receive(receiving);
};

const stoppedWords = '该身份已停用，只能查看和整单签收';

const receive = (receiving: Receiving): void => {
  const { doc, receipt } = receiving;
  const name = `sign ${doc.id}`;
  let last: { ok: boolean; words: string; code?: string; level?: number } | undefined;
  let isShort = false;
  let barrier = doc.isReceiver ? (doc.status === 2 ? '发货已取消，不能签收' : '') : '不是收货方，不能签收';
  /** Of the content as it stands: another content is another request. */
  let key = newKey();

  const changed = (): void => {
    key = newKey();
    keepDraft(name, receipt);
    drawFoot();
    drawProgress();
  };
  const forget = (code: string): void => {
    delete receipt.damaged[code];
    delete receipt.extra[code];
    delete receipt.ticked[code];
    if (last?.code === code) last = undefined;
    redraw();
  };
  /** Of who is stopped: nothing of a document can be told apart. */
  const noActs: ReceiveActs = {
    changed: () => undefined,
    whole: () => toast(stoppedWords),
    mark: () => toast(stoppedWords),
    forget: () => undefined,
  };
  const acts: ReceiveActs = doc.wholeOnly
    ? noActs
    : {
        changed: () => {
          changed();
        },
        whole: (lines, isWhole) => {
          const ids = new Set(lines.map((line) => line.id));
          receipt.wholes = receipt.wholes.filter((one) => !ids.has(one));
          if (isWhole) receipt.wholes.push(...ids);
          redraw();
        },
        mark: (code) => {
          const chip = findChip(receiving, code);
          if (!chip) return;
          if (!receipt.wholes.includes(chip.line.id))
            receipt.ticked[code] ??= { lineId: chip.line.id, itemQty: chip.itemQty };
          receipt.damaged[code] = { images: [], signs: false };
          redraw();
        },
        forget,
      };

  const progressPlace = h('div', {});
  const footPlace = h('div', {});
  const drawProgress = (): void => progressPlace.replaceChildren(progress(receiving, isShort));
  const drawFoot = (): void => footPlace.replaceChildren(...foot());

  const lastLine = (): HTMLElement | null =>
    last
      ? h(
          'div',
          { class: `f-last ${last.ok ? 'f-yes' : 'f-no'}`, role: 'status' },
          fieldIcon(last.ok ? 'check' : 'cross', 18, 2.4),
          h(
            'span',
            {},
            last.ok && last.level !== undefined ? `${levels[last.level]} ` : '',
            last.ok && last.code ? codeText(last.code) : last.words,
          ),
          last.ok && last.code
            ? h('button', { type: 'button', class: 'f-link', click: () => forget(last!.code!) }, '撤回')
            : null,
        )
      : null;

  const wholeFoot = (): Node[] => [
    h('p', { class: 'f-barrier', role: 'status' }, barrier || stoppedWords),
    h(
      'button',
      { type: 'button', class: 'button solid', disabled: Boolean(barrier), click: () => void signAll() },
      '整单签收',
    ),
  ];
  const foot = (): Node[] => {
    if (doc.wholeOnly) return wholeFoot();
    const { items, left } = sumsOf(receiving);
    const confirm = h(
      'button',
      { type: 'button', class: 'button solid', disabled: Boolean(barrier), click: () => void press(confirm) },
      `确认签收 ${count(items)} 件`,
    );
    return [
      barrier ? h('p', { class: 'f-barrier', role: 'alert' }, barrier) : null,
      h(
        'p',
        { class: 'f-sums' },
        h('span', {}, '签收 ', h('b', {}, count(items)), ' 件'),
        left > 0
          ? h(
              'span',
              { class: isShort ? 'f-warn' : 'f-text' },
              '不签 ',
              h('b', {}, count(left)),
              isShort ? ' 件，留在单上待处理' : ' 件',
            )
          : null,
      ),
      h(
        'div',
        { class: 'acts f-two' },
        h(
          'button',
          { type: 'button', class: 'button', disabled: Boolean(barrier), click: scan },
          fieldIcon('scan', 18),
          '继续扫码',
        ),
        confirm,
      ),
    ].filter((one) => one !== null);
  };

  const redraw = (): void => {
    changed();
    update({
      title: '签收',
      action:
        barrier || doc.wholeOnly
          ? null
          : h('button', { type: 'button', class: 'f-link', click: () => void signAll() }, '整单签收'),
      body: [
        documentCard(doc, progressPlace),
        lastLine(),
        receipt.unknown.length
          ? h(
              'p',
              { class: 'f-last f-no', role: 'status' },
              `网络异常，${receipt.unknown.length} 个码已记下，联网后核对`,
            )
          : null,
        diffsCard(receiving, isShort, acts),
        extraCard(receiving, acts),
        scannedCard(receiving, acts),
      ],
      foot: footPlace,
    });
  };

  const told = (answer: { ok: boolean; words: string; code?: string; lineId?: number }): ScanTold => {
    const level = receiving.lines.find(({ id }) => id === answer.lineId)?.level;
    last = { ...answer, level };
    redraw();
    const { codes, allCodes } = sumsOf(receiving);
    return {
      ok: answer.ok,
      words: answer.ok ? `${level === undefined ? '' : `${levels[level]} `}${answer.words}` : answer.words,
      count: `${codes} / ${allCodes}`,
    };
  };
  const take = async (text: string): Promise<ScanTold> => {
    if (barrier) return { ok: false, words: barrier };
    if (doc.wholeOnly) return told({ ok: false, words: stoppedWords });
    const known = takeKnown(receiving, text);
    if (known) return told(known);
    try {
      const found = await ask<FieldCode>('deliver/code', { deliverId: doc.id, code: text });
      return told(takeFound(receiving, text, found));
    } catch (error) {
      if (!isOffline(error)) return told({ ok: false, words: reasonOf(error) });
      const code = bareCode(text);
      if (!receipt.unknown.includes(code)) receipt.unknown.push(code);
      return told({ ok: true, words: `${code} 已记下`, code: undefined });
    }
  };
  const scan = (): void => void openScanner('扫码签收', take, { closed: redraw });
  /** Codes that were scanned without a connection. */
  const askUnknown = async (): Promise<void> => {
    for (const code of receipt.unknown) {
      const found = await ask<FieldCode>('deliver/code', { deliverId: doc.id, code }).catch((error: unknown) => {
        if (isOffline(error)) throw error;
        toast(`${code}：${reasonOf(error)}`);
        return undefined;
      });
      if (found) takeFound(receiving, code, found);
      else receipt.unknown = receipt.unknown.filter((one) => one !== code);
    }
    redraw();
  };
  const reconnected = (): void => {
    if (receipt.unknown.length > 0) void askUnknown().catch(() => undefined);
  };

  const done = (signed: number, remain: number): void => {
    dropDraft(name);
    toast(remain > 0 ? `签收成功：${count(signed)}件，${count(remain)}件待处理` : `签收成功：${count(signed)}件`);
    go('/r', { replaces: true });
  };
  const sign = async (body: object): Promise<void> => {
    try {
      const { signed, remain } = await tell<{ signed: number; remain: number }>('sign', { ...body, idemKey: key });
      done(signed, remain);
    } catch (error) {
      barrier = '';
      footPlace.prepend(h('p', { class: 'f-barrier', role: 'alert' }, reasonOf(error)));
    }
  };
  const signAll = async (): Promise<void> => {
    const n = openLines(receiving).reduce((sum, line) => sum + line.itemQty, 0);
    if (!(await confirmIn('整单签收', { words: `确定签收发货单${doc.deliverNo}共${count(n)}件？`, yes: '签收' })))
      return;
    key = newKey();
    await sign({ deliverId: doc.id, mode: 'all', remark: '' });
  };
  const failNote = (): void => {
    document.getElementById('diff-error')!.textContent = '请填写差异说明';
    document.getElementById('diff-note')!.focus();
  };
  const press = async (button: HTMLButtonElement): Promise<void> => {
    if (receipt.unknown.length > 0) {
      const isKnown = await askUnknown().then(
        () => true,
        () => false,
      );
      if (!isKnown)
        return void footPlace.prepend(h('p', { class: 'f-barrier', role: 'alert' }, '网络异常，请稍后重试'));
    }
    const { items, left } = sumsOf(receiving);
    const isBare = Object.values(receipt.damaged).some(({ images }) => images.length === 0);
    if (items === 0 && Object.keys(receipt.damaged).length === 0 && !isShort) return scan();
    if (left > 0 && !isShort) {
      isShort = true;
      redraw();
      document.querySelector('.f-diff')?.scrollIntoView({ block: 'center' });
      return;
    }
    if (isBare) return void toast('请给破损的货物拍照');
    if (left > 0 && receipt.note.trim() === '') return failNote();
    const words =
      left > 0 ? `签收 ${count(items)} 件，不签 ${count(left)} 件，留在单上待处理。` : `签收 ${count(items)} 件。`;
    if (!(await confirmIn('确认签收', { words, yes: '确认签收' }))) return;
    await whileBusy(button, '签收中', () => sign(toSigning(receiving, isShort)));
  };

  show({ title: '签收', body: [] });
  whenLeft(watchKeys((text) => void take(text)));
  addEventListener('online', reconnected);
  whenLeft(() => removeEventListener('online', reconnected));
  redraw();
  reconnected();
};
