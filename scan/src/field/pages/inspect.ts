import type { FieldFinding, FieldVerdict } from '@zhuiyuan/contract/fieldwork/field-inspection';
import { h } from '../../lib/elements.ts';
import { rosette } from '../../lib/rosette.ts';
import { codeText } from '../../parts/code-text.ts';
import { reasonOf, whileBusy } from '../../parts/field.ts';
import { CallFailed } from '../../lib/call.ts';
import { isOffline, tell } from '../lib/field-call.ts';
import { fieldIcon, type FieldIcon } from '../lib/field-icons.ts';
import { goBack } from '../lib/navigate.ts';
import { findPosition, type Position } from '../../lib/position.ts';
import { watchKeys } from '../lib/scanner-keys.ts';
import { when } from '../lib/words.ts';
import { card, cardHead, nothing, thumb } from '../parts/cards.ts';
import { openScanner, type ScanTold } from '../parts/scan-overlay.ts';
import { show, whenLeft } from '../parts/screen.ts';
import { evidence, freezeButton } from './evidence.ts';

const heads: Record<FieldVerdict, readonly [tone: string, icon: FieldIcon, words: string]> = {
  diverted: ['warn', 'pinOff', '疑似窜货'],
  matches: ['ok', 'check', '区域相符'],
  shop: ['ok', 'check', '已在授权门店'],
  unshipped: ['warn', 'clock', '未发货'],
  unplaced: ['quiet', 'pinOff', '未取得定位'],
};

const head = (icon: FieldIcon, words: string, ...further: (Node | string | null)[]): HTMLElement => {
  const element = h(
    'div',
    { class: 'head' },
    h('div', { class: 'disc' }, fieldIcon(icon, 38, 2.2)),
    h('h1', { tabindex: -1 }, words),
    ...further.map((one) => (typeof one === 'string' ? h('p', {}, one) : one)),
  );
  requestAnimationFrame(() => setTimeout(() => element.prepend(rosette())));
  return element;
};

const bar = (): HTMLElement =>
  h(
    'header',
    { class: 'brand' },
    h('button', { type: 'button', class: 'f-back', 'aria-label': '返回', click: goBack }, fieldIcon('back', 22)),
    h('span', { class: 'brand-name' }, '稽查'),
  );

const sentence = ({ verdict, should, here }: FieldFinding): string => {
  const regions = should.regions.join('、');
  if (verdict === 'diverted') return `应在${regions}销售，现位于${here.place}。`;
  if (verdict === 'matches') return regions ? `授权在${regions}销售，与现在位置相符。` : '该经销商不限销售区域。';
  if (verdict === 'shop') return `货物在 ${should.holderName} 名下，就在附近。`;
  if (verdict === 'unshipped') return '该货物没有发给任何经销商或门店。';
  return should.regions.length ? `应在${regions}销售，定位后判断。` : '没有位置，不作判断。';
};

const side = (title: string, main: string, isBad: boolean, ...facts: string[]): HTMLElement =>
  h(
    'div',
    {},
    h('dt', {}, title),
    h(
      'dd',
      {},
      h('b', { class: isBad ? 'f-warn' : '' }, main),
      ...facts.filter(Boolean).map((words) => h('span', {}, words)),
    ),
  );

const lives: Record<number, string> = { 0: '未启用', 2: '已作废', 3: '已冻结' };

const whereCard = ({ verdict, should, here, nearShop }: FieldFinding): HTMLElement =>
  card(
    h(
      'dl',
      { class: 'queries' },
      side(
        '应在',
        should.regions.join('、') || (should.holderName ? '不限区域' : '未发货'),
        false,
        should.holderName ? `${should.holderName}，${should.number}` : '',
        should.at ? `${when(should.at)} ${should.what}` : '',
      ),
      side(
        '现在',
        here.place || '未知',
        verdict === 'diverted',
        nearShop || '未登记门店',
        `${when(here.at)}${here.lng === null ? '' : '，GPS 定位'}`,
      ),
    ),
  );

const wayCard = ({ flow }: FieldFinding): HTMLElement =>
  card(
    cardHead('流向', '', `${flow.length} 条记录`),
    flow.length
      ? h(
          'ol',
          { class: 'thread' },
          ...flow.map(({ at, title, text, isOutside }) =>
            h(
              'li',
              { class: isOutside ? 'f-outside' : '' },
              h('div', { class: 'line' }, h('h3', {}, title), h('time', {}, when(at))),
              h('p', { class: 'facts' }, text),
            ),
          ),
        )
      : h('p', { class: 'f-text' }, '没有发货和查询记录'),
  );

const showFinding = (finding: FieldFinding, position: Position | null): void => {
  const [tone, icon, words] = heads[finding.verdict];
  const relocate = h(
    'button',
    {
      type: 'button',
      class: 'button f-relocate',
      click: () => void whileBusy(relocate, '定位中', () => inspect(finding.code)),
    },
    '重新定位',
  );
  const state = lives[finding.life];
  const form = evidence(finding, position, showInspect);
  show({
    title: words,
    tone,
    bar: bar(),
    body: [
      head(
        icon,
        words,
        sentence(finding),
        state ? h('p', { class: 'f-life' }, state) : null,
        finding.verdict === 'unplaced' ? relocate : null,
      ),
      card(
        h(
          'div',
          { class: 'product' },
          thumb(finding.image, 76),
          h(
            'div',
            {},
            h('h2', {}, finding.storeName || '未关联产品'),
            h(
              'p',
              { class: 'facts' },
              finding.lotNo && h('span', {}, `批号 ${finding.lotNo}`),
              finding.produceDate && h('span', {}, `生产 ${finding.produceDate}`),
            ),
            finding.isExpired ? h('p', { class: 'f-why' }, `已于 ${finding.expireDate} 过期`) : null,
            codeText(finding.code),
          ),
        ),
      ),
      whereCard(finding),
      wayCard(finding),
      form.element,
    ],
    foot: h(
      'div',
      { class: 'acts f-two' },
      finding.mayFreeze && finding.life !== 2 && finding.life !== 3
        ? freezeButton(finding, () => inspect(finding.code))
        : null,
      form.submit,
    ),
  });
};

const showUnknown = (code: string, words: string): void =>
  show({
    title: words,
    tone: 'bad',
    bar: bar(),
    body: [head('cross', words, '请与包装上的编码逐位核对。'), h('section', { class: 'card centred' }, codeText(code))],
    foot: h('button', { type: 'button', class: 'button solid', click: showInspect }, fieldIcon('scan', 18), '继续扫码'),
  });

/** Asks about a code from where the phone is. */
const inspect = async (code: string): Promise<void> => {
  const position = await findPosition();
  const finding = await tell<FieldFinding>('inspect/query', { code, ...position });
  showFinding(finding, position);
};

/** 扫码稽查: a code is scanned, and what is to be thought of it here stands above everything. */
export const showInspect = (): void => {
  const take = async (text: string): Promise<ScanTold> => {
    try {
      await inspect(text);
      return { ok: true, words: text };
    } catch (error) {
      if (isOffline(error)) return { ok: false, words: reasonOf(error) };
      if (error instanceof CallFailed && (error.code === 61001 || error.code === 61002)) {
        showUnknown(text.slice(0, 80), error.message);
        return { ok: true, words: error.message };
      }
      return { ok: false, words: reasonOf(error) };
    }
  };
  const scan = (): void => void openScanner('扫码稽查', take, { isSingle: true });
  show({
    title: '扫码稽查',
    body: [nothing('scan', '扫描货物上的码，核对它是否在授权的区域')],
    foot: h('button', { type: 'button', class: 'button solid', click: scan }, fieldIcon('scan', 18), '扫码'),
  });
  whenLeft(watchKeys((text) => void take(text)));
  // The place is asked for while the code is being looked for.
  void findPosition();
  scan();
};
