import { codePicture } from '../../parts/code-pictures.ts';
import type { RulesShown } from '../lib/desk.ts';
import { currentDesk, currentScene } from '../lib/scene.ts';
import { card, facts, plainText } from '../parts/cards.ts';
import { contactLine } from '../parts/contact-line.ts';
import { showLoaded } from '../parts/load.ts';

const fieldNames: Record<string, string> = {
  name: '姓名',
  phone: '手机号',
  wechat: '微信号',
  card: '身份证号',
  sex: '性别',
  birth: '生日',
};

/** What is asked of a winner, and why. */
const collected = (): string => {
  const activity = currentScene()?.play.activity;
  if (!activity?.collectFields.length) return '';
  const names = activity.collectFields.map(({ key }) => fieldNames[key] ?? key).join('、');
  return `领取奖品时，由您填写：${names}。${activity.collectReason ? `用途：${activity.collectReason}。` : '仅用于发放奖品。'}`;
};

/** Whom to turn to. */
const contacts = (rules: RulesShown): HTMLElement =>
  facts([
    ['信息处理者', rules.organizer || rules.firmName],
    ['联系方式', contactLine(rules.contact)],
    ['客服电话', rules.servicePhone && contactLine(rules.servicePhone)],
    ['客服时间', rules.serviceHours],
    ['微信客服', codePicture(rules.serviceQr, '微信客服')],
  ]);

/** The statement of the firm itself. */
const ownPrivacy = (rules: RulesShown): Node[] => [
  card(`隐私政策（第 ${rules.privacyVersion} 版）`, plainText(rules.privacyText)),
  card('联系我们', contacts(rules)),
];

const drawPrivacy = (rules: RulesShown): Node[] => {
  if (rules.privacyText) return ownPrivacy(rules);
  const { play } = currentScene() ?? {};
  const needsPlace = play?.activity?.geoRequired ?? false;
  return [
    card(
      '收集哪些信息',
      plainText(
        [
          '抽奖账号：一串随机标识，用来记住您抽中的奖品，不含姓名和手机号。',
          '所扫编码、抽奖时间、中奖结果与领取记录。',
          '网络地址推断出的城市，用于识别异常参与。',
          needsPlace ? '您的位置：抽奖时经您允许后获取，仅用于活动区域校验。' : '',
          play?.needPhone ? '您填写的手机号：抽奖前由您填写，用于联系您和识别异常参与。' : '',
          collected(),
        ].join('\n'),
      ),
    ),
    card(
      '如何使用和保存',
      plainText(
        [
          '以上信息用于抽奖、发放奖品、公示中奖名单（名称已隐去一部分）和防止作弊，不用于其他目的。',
          '抽奖与领取记录至少保存两年，以便您查询和核对。',
        ].join('\n'),
      ),
    ),
    card(
      '联系我们',
      contacts(rules),
      plainText(
        '您可以通过以上方式查询、更正或删除您的信息，也可以撤回同意；撤回后不能继续参与抽奖，已中的奖品不受影响。',
      ),
    ),
  ];
};

/** 隐私政策: what a draw asks of the shopper, what for, and whom to turn to. */
export const showPrivacy = (id: string): void => {
  const desk = currentDesk();
  showLoaded<RulesShown>({ title: '隐私政策', bar: '隐私政策' }, `rules ${id}`, {
    load: () => desk.rules(Number(id)),
    draw: drawPrivacy,
  });
};
