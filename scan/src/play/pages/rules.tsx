import type { Rules } from '@zhuiyuan/contract/campaign/draw/rules';
import { count } from '../../lib/words.ts';
import { percent } from '../lib/amounts.ts';
import type { Desk } from '../lib/desk.ts';
import { Card, Fact, Facts, PlainText } from '../parts/cards.tsx';
import { CopyHash } from '../parts/copy-text.tsx';
import { FirmContacts } from '../parts/firm-contacts.tsx';
import { LoadedPage } from '../parts/loaded-page.tsx';

const Odds = ({ prizes }: Pick<Rules, 'prizes'>) => (
  <Card title="奖品与中奖概率">
    <ul className="p-odds">
      {prizes
        .map((prize, at) => ({ ...prize, at }))
        .map(({ at, tierName, prizeName, weight, stockTotal, stockLeft, terms }) => (
          <li key={at}>
            <p>
              <b>{tierName}</b>
              <b>{percent(weight)}</b>
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

/** 活动规则: prizes with quantity and odds, time, claim, organiser, contact. */
export const RulesPage = ({ desk, id }: { desk: Desk; id: string }) => (
  <LoadedPage title="活动规则" name={`rules ${id}`} load={() => desk.rules(Number(id))}>
    {(rules) => <RulesShown rules={rules} />}
  </LoadedPage>
);
