import type { PlayAnswer } from '@zhuiyuan/contract/campaign/draw/public-draw';
import type { Rules } from '@zhuiyuan/contract/campaign/draw/rules';
import { collectedWords } from '../lib/collected.ts';
import type { Desk } from '../lib/desk.ts';
import { Card, PlainText } from '../parts/cards.tsx';
import { FirmContacts } from '../parts/firm-contacts.tsx';
import { LoadedPage } from '../parts/loaded-page.tsx';

const Contacts = ({ rules, children = '' }: { rules: Rules; children?: string }) => (
  <Card title="联系我们">
    <FirmContacts rules={rules} role="信息处理者" />
    {children && <PlainText text={children} />}
  </Card>
);

/** What is kept of whoever draws, in lines; `play` is what he draws with, where that is known. */
export const keptLines = (play: PlayAnswer | undefined): string[] => {
  const activity = play?.activity;
  return [
    '抽奖账号：一串随机标识，用来记住您抽中的奖品，不含姓名和手机号。',
    '所扫编码、抽奖时间、中奖结果与领取记录。',
    '网络地址推断出的城市，用于识别异常参与。',
    activity?.geoRequired ? '您的位置：抽奖时经您允许后获取，仅用于活动区域校验。' : '',
    play?.needPhone ? '您填写的手机号：抽奖前由您填写，用于联系您和识别异常参与。' : '',
    activity ? collectedWords(activity.collectFields, activity.collectReason) : '',
  ];
};

/** The statement of the firm itself, or that of these pages where it has none. */
export const PrivacyShown = ({ rules, play }: { rules: Rules; play?: PlayAnswer }) =>
  rules.privacyText ? (
    <>
      <Card title={`隐私政策（第 ${rules.privacyVersion} 版）`}>
        <PlainText text={rules.privacyText} />
      </Card>
      <Contacts rules={rules} />
    </>
  ) : (
    <>
      <Card title="收集哪些信息">
        <PlainText text={keptLines(play).join('\n')} />
      </Card>
      <Card title="如何使用和保存">
        <PlainText
          text={[
            '以上信息用于抽奖、发放奖品、公示中奖名单（名称已隐去一部分）和防止作弊，不用于其他目的。',
            '抽奖与领取记录至少保存两年，以便您查询和核对。',
          ].join('\n')}
        />
      </Card>
      <Contacts rules={rules}>
        您可以通过以上方式查询、更正或删除您的信息，也可以撤回同意；撤回后不能继续参与抽奖，已中的奖品不受影响。
      </Contacts>
    </>
  );

/** 隐私政策: what a draw asks of the shopper, what for, and whom to turn to. */
export const PrivacyPage = ({ desk, id, play }: { desk: Desk; id: string; play?: PlayAnswer }) => (
  <LoadedPage title="隐私政策" name={`rules ${id}`} load={() => desk.rules(Number(id))}>
    {(rules) => <PrivacyShown rules={rules} play={play} />}
  </LoadedPage>
);
