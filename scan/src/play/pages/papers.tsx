import type { PlayAnswer } from '@zhuiyuan/contract/campaign/draw/public-draw';
import type { Rules } from '@zhuiyuan/contract/campaign/draw/rules';
import { oddsText } from '@zhuiyuan/contract/kit/decimal';
import { count } from '../../lib/words.ts';
import { collectedWords } from '../lib/collected.ts';
import { Card, Fact, Facts, PlainText } from '../parts/cards.tsx';
import { CopyHash } from '../parts/copy-text.tsx';
import { FirmContacts } from '../parts/firm-contacts.tsx';
import '../styles/pieces.css';
import '../styles/papers.css';

const Odds = ({ prizes }: Pick<Rules, 'prizes'>) => (
  <Card title="奖品与中奖概率">
    <ul className="p-odds">
      {prizes
        .map((prize, at) => ({ ...prize, at }))
        .map(({ at, tierName, prizeName, weight, stockTotal, stockLeft, terms }) => (
          <li key={at}>
            <p>
              <b>{tierName}</b>
              <b>{`${oddsText(weight)}%`}</b>
            </p>
            <p className="p-note">
              <span>{prizeName === tierName ? '' : prizeName}</span>
              {stockTotal > 0 && <span>{`共 ${count(stockTotal)} 份，剩 ${count(stockLeft)} 份`}</span>}
            </p>
            {terms.length > 0 && <p className="p-terms">{terms.join('；')}</p>}
          </li>
        ))}
    </ul>
  </Card>
);

/** What an activity promises. */
export const RulesShown = ({ rules }: { rules: Rules }) => (
  <>
    {rules.endedText && (
      <section className="card notices">
        <p className="strip">{rules.endedText}</p>
      </section>
    )}
    {rules.prizes.length > 0 && <Odds prizes={rules.prizes} />}
    <Card title="活动时间与领取">
      <Facts>
        <Fact label="活动时间">{`${rules.startAt.slice(0, 16)} 至 ${rules.endAt.slice(0, 16)}`}</Fact>
        <Fact label="抽奖时段">{rules.windowsText.join('；') || '活动期间全天'}</Fact>
        <Fact label="领奖期限">{`中奖后 ${rules.claimDays} 天内，逾期视为放弃`}</Fact>
      </Facts>
    </Card>
    {rules.ruleText && (
      <Card title="活动规则">
        <PlainText text={rules.ruleText} />
      </Card>
    )}
    <Card title="主办方">
      <FirmContacts rules={rules} role="主办方" />
    </Card>
    {rules.weightHash && (
      <Card title="概率公示">
        <p className="p-note">{`中奖概率第 ${rules.weightVersion} 版，每次调整都留有版本。概率表的校验值：`}</p>
        <CopyHash text={rules.weightHash} name="概率表的校验值" />
      </Card>
    )}
  </>
);

const Contacts = ({ rules, children = '' }: { rules: Rules; children?: string }) => (
  <Card title="联系我们">
    <FirmContacts rules={rules} role="信息处理者" />
    {children && <PlainText text={children} />}
  </Card>
);

/** What is kept of whoever draws, in lines; `play` is what he draws with, where that is known. */
const keptLines = (play: PlayAnswer | undefined): string[] => {
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
