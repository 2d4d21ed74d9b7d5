import { h } from '../../lib/elements.ts';
import { codePicture } from '../../parts/code-pictures.ts';
import { percent } from '../lib/amounts.ts';
import type { RulesShown } from '../lib/desk.ts';
import { currentDesk } from '../lib/scene.ts';
import { card, facts, plainText } from '../parts/cards.ts';
import { contactLine } from '../parts/contact-line.ts';
import { copyText } from '../parts/copy-text.ts';
import { showLoaded } from '../parts/load.ts';

const count = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, ',');

const prizesCard = ({ prizes }: RulesShown): HTMLElement | null =>
  prizes.length === 0
    ? null
    : card(
        '奖品与中奖概率',
        h(
          'ul',
          { class: 'p-odds' },
          ...prizes.map(({ tierName, prizeName, weight, stockTotal, stockLeft, terms }) =>
            h(
              'li',
              {},
              h('p', {}, h('b', {}, tierName), h('b', {}, percent(weight))),
              h(
                'p',
                { class: 'p-note' },
                h('span', {}, prizeName === tierName ? '' : prizeName),
                stockTotal > 0 && h('span', {}, `共 ${count(stockTotal)} 份，剩 ${count(stockLeft)} 份`),
              ),
              terms.length > 0 && h('p', { class: 'p-terms' }, terms.join('；')),
            ),
          ),
        ),
      );

const drawRules = (rules: RulesShown): (Node | null)[] => [
  rules.endedText ? h('section', { class: 'card notices' }, h('p', { class: 'strip' }, rules.endedText)) : null,
  prizesCard(rules),
  card(
    '活动时间与领取',
    facts([
      ['活动时间', `${rules.startAt.slice(0, 16)} 至 ${rules.endAt.slice(0, 16)}`],
      ['抽奖时段', rules.windowsText.join('；') || '活动期间全天'],
      ['领奖期限', `中奖后 ${rules.claimDays} 天内，逾期视为放弃`],
    ]),
  ),
  rules.ruleText ? card('活动规则', plainText(rules.ruleText)) : null,
  card(
    '主办方',
    facts([
      ['主办方', rules.organizer || rules.firmName],
      ['联系方式', contactLine(rules.contact)],
      ['客服电话', rules.servicePhone && contactLine(rules.servicePhone)],
      ['客服时间', rules.serviceHours],
      ['微信客服', codePicture(rules.serviceQr, '微信客服')],
    ]),
  ),
  rules.weightHash
    ? card(
        '概率公示',
        h('p', { class: 'p-note' }, `中奖概率第 ${rules.weightVersion} 版，每次调整都留有版本。概率表的校验值：`),
        copyText(rules.weightHash, {
          label: '复制概率表的校验值',
          look: 'p-hash',
          words: [h('code', {}, rules.weightHash)],
        }),
      )
    : null,
];

/** 活动规则: prizes with quantity and odds, time, claim, organiser, contact. */
export const showRules = (id: string): void => {
  const desk = currentDesk();
  showLoaded<RulesShown>({ title: '活动规则', bar: '活动规则' }, `rules ${id}`, {
    load: () => desk.rules(Number(id)),
    draw: drawRules,
  });
};
