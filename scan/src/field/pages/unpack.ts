import type { Unpacked } from '@zhuiyuan/contract/campaign/unpack/unpack';
import { readAddress, shownCode } from '@zhuiyuan/contract/codes/cipher/code-input';
import { findPosition, type Position } from '../../lib/position.ts';
import { h } from '../../lib/elements.ts';
import { randomHex } from '../../lib/random-hex.ts';
import { reasonOf, whileBusy } from '../../parts/field.ts';
import { isOffline, tell } from '../lib/field-call.ts';
import { fieldIcon, type FieldIcon } from '../lib/field-icons.ts';
import { watchKeys } from '../lib/scanner-keys.ts';
import { yuan } from '../lib/words.ts';
import { thumb } from '../parts/cards.ts';
import { openScanner, type ScanTold } from '../parts/scan-overlay.ts';
import { show, whenLeft } from '../parts/screen.ts';

/** Prizes by their kinds on the wire. */
const points = 0;
const cash = 1;
const nothing = 3;
/** A prize that has arrived. */
const claimed = 1;

const verdict = (tone: 'good' | 'bad' | 'idle', icon: FieldIcon, words: string, note = ''): HTMLElement =>
  h(
    'div',
    { class: `f-verdict f-${tone}`, role: 'status' },
    fieldIcon(icon, 20, 2),
    h('b', {}, words),
    note && h('span', { class: 'f-note' }, note),
  );

const fact = (title: string, content: Node | string): HTMLElement =>
  h('div', {}, h('dt', {}, title), h('dd', {}, content));

const codeShown = (code: string): HTMLElement => h('span', { class: 'f-code', translate: 'no' }, code);

const wordsOf = ({ prize }: Unpacked): string => {
  if (prize.type === cash) return `${prize.name} ${yuan(prize.amount)} 元`;
  return prize.type === points ? `${prize.name} ${prize.points} 积分` : prize.name;
};

/** What becomes of the prize now. */
const nextOf = ({ prize, hold, claim }: Unpacked): string => {
  if (prize.type === nothing) return '';
  if (hold) return '中奖结果审核中，预计24小时内通知您';
  if (claim?.status === claimed) return '已到账';
  return prize.type === cash ? '在我的奖品中查看到账情况或领取' : '在我的奖品中领取';
};

/** 开箱抽奖: a box that was signed for is scanned, and opened once. */
export const showUnpack = (): void => {
  let position: Position | null = null;
  void findPosition().then((found) => (position = found));
  const place = h('div', {});
  const put = (...content: (Node | null)[]): void =>
    place.replaceChildren(h('section', { class: 'card f-counter' }, ...content));

  const clear = (): void => put(verdict('idle', 'box', '扫描已签收到本门店的箱码'));
  const closing = (): HTMLElement => h('button', { type: 'button', class: 'button', click: clear }, '关闭');
  const prizes = (): HTMLElement => h('a', { class: 'button', href: '/c#prizes' }, '我的奖品');

  const open = async (code: string, clientSeed: string): Promise<void> => {
    try {
      const won = await tell<Unpacked>('/public/shop/unpack', { code, clientSeed, ...position });
      const isWon = won.prize.type !== nothing;
      const next = nextOf(won);
      put(
        verdict(
          isWon ? 'good' : 'idle',
          isWon ? 'gift' : 'box',
          isWon ? `恭喜，开出${won.tierName}` : '很遗憾，未中奖',
          won.repeat ? '此箱已开过，结果不变' : '',
        ),
        isWon
          ? h(
              'div',
              { class: 'f-prize' },
              thumb(won.prize.image, 64),
              h(
                'div',
                { class: 'f-body' },
                h('b', {}, wordsOf(won)),
                h('span', { class: 'f-text' }, won.actName),
                next && h('span', { class: 'f-text' }, next),
              ),
            )
          : null,
        h(
          'dl',
          { class: 'f-facts' },
          fact('箱码', codeShown(won.codeText)),
          fact('产品', won.productName || '-'),
          fact('抽奖编号', codeShown(won.drawNo)),
        ),
        isWon ? h('div', { class: 'acts f-two' }, closing(), prizes()) : closing(),
      );
      navigator.vibrate?.(60);
    } catch (error) {
      // The same box again: it is opened once, whatever was heard of it.
      put(
        verdict('bad', 'cross', reasonOf(error)),
        h('dl', { class: 'f-facts' }, fact('箱码', codeShown(shownCode(readAddress(code).text)))),
        isOffline(error)
          ? h(
              'div',
              { class: 'acts f-two' },
              closing(),
              h('button', { type: 'button', class: 'button solid', click: () => void open(code, clientSeed) }, '重试'),
            )
          : closing(),
      );
    }
  };

  const look = (text: string): ScanTold => {
    const code = text.trim();
    const clientSeed = randomHex();
    const button = h('button', {
      type: 'button',
      class: 'button solid f-go',
      click: () => void whileBusy(button, '开箱中', () => open(code, clientSeed)),
    });
    button.textContent = '开箱';
    const shown = shownCode(readAddress(code).text);
    put(
      verdict('idle', 'box', '开箱后不可撤回，每箱只能开一次'),
      h('dl', { class: 'f-facts' }, fact('箱码', codeShown(shown))),
      h('div', { class: 'acts f-two' }, h('button', { type: 'button', class: 'button', click: clear }, '取消'), button),
    );
    return { ok: true, words: shown };
  };
  const scan = (): void => void openScanner('扫箱码', look, { isSingle: true });
  show({
    title: '开箱抽奖',
    body: [place],
    foot: h('button', { type: 'button', class: 'button solid', click: scan }, fieldIcon('scan', 18), '扫箱码'),
  });
  clear();
  whenLeft(watchKeys((text) => void look(text)));
};
