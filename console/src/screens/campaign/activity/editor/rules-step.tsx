import { CollectField, LotteryType, RefundPolicy } from '@zhuiyuan/contract/campaign/campaign-states';
import { scopeApi } from '@zhuiyuan/contract/campaign/scope/scope';
import { Link } from 'react-router';
import { CollectInput } from '../../../../parts/claims/collect-input.tsx';
import { May } from '../../../../parts/feedback/may.tsx';
import { toChoices } from '../../../../parts/form/choices.ts';
import {
  NumberField,
  OwnField,
  RadioField,
  SelectField,
  SwitchField,
  TextField,
} from '../../../../parts/form/fields.tsx';
import { countText } from '../../../../parts/format/numbers.ts';
import { ShownFacts } from '../shown-facts.tsx';
import type { StepProps } from './step-props.ts';
import { StepSheet } from './step-sheet.tsx';
import { isGame } from '../steps.ts';
import { useScopes } from '../use-firm-rows.ts';
import { timesText, verifyHelp } from '../words.ts';

const yes = (is: boolean | undefined) => (is ? '是' : '否');

/** What pays for the turns of a game. */
const TurnsSheet = () => (
  <StepSheet title="参与方式" finding="免费次数和积分至少设一项">
    <div className="zy-form-section-grid">
      <NumberField name="freePerDay" label="每日免费次数" unit="次" help="0 表示没有免费次数，最多 20 次" />
      <NumberField
        name="pointsCost"
        label="消耗积分"
        unit="积分"
        placeholder="不用积分"
        help="免费次数用完后，每次抽奖消耗的积分；不填则用完为止"
      />
      <NumberField
        name="shareReward"
        label="分享得次数"
        unit="次/日"
        help="好友打开链接并参与后得 1 次，每日最多 5 次；0 表示分享不得次数"
      />
    </div>
  </StepSheet>
);

/** 参与规则: how often, what it costs, who may, and what winners are asked. */
export const RulesStep = ({ values, editing, firmId, activity }: StepProps) => {
  const scopes = useScopes(firmId);
  const collected = values.collectFields ?? [];
  const isPaid = values.lotteryType === LotteryType.points;
  const game = isGame(values);
  if (editing !== 'all') {
    const isFixed = editing === 'nothing';
    const once = activity ?? values;
    return (
      <StepSheet title="参与规则" finding={isFixed ? undefined : '次数和有效期只能放宽'}>
        {!isFixed && (
          <div className="zy-form-section-grid">
            {game && (
              <>
                <NumberField
                  name="freePerDay"
                  label="每日免费次数"
                  unit="次"
                  help={`只能增加，现在是 ${once.freePerDay} 次`}
                />
                <NumberField
                  name="shareReward"
                  label="分享得次数"
                  unit="次/日"
                  help={`只能增加，现在是 ${once.shareReward} 次`}
                />
              </>
            )}
            {once.limitDay != null && <NumberField name="limitDay" label="每人每日次数" unit="次" placeholder="不限" />}
            {once.limitTotal != null && (
              <NumberField name="limitTotal" label="每人总次数" unit="次" placeholder="不限" />
            )}
            {once.winDay != null && <NumberField name="winDay" label="每人每日中奖上限" unit="次" placeholder="不限" />}
            {once.winTotal != null && <NumberField name="winTotal" label="每人中奖上限" unit="次" placeholder="不限" />}
            <NumberField name="claimDays" label="领奖有效期" unit="天" />
          </div>
        )}
        <ShownFacts
          items={[
            ...(isFixed
              ? [
                  { label: '每人次数', value: timesText(values.limitDay, values.limitTotal) },
                  { label: '每人中奖上限', value: timesText(values.winDay, values.winTotal) },
                  { label: '领奖有效期', value: `${values.claimDays ?? 15} 天` },
                ]
              : []),
            ...(game && isFixed
              ? [
                  { label: '每日免费次数', value: `${values.freePerDay ?? 0} 次` },
                  { label: '分享得次数', value: `每日 ${values.shareReward ?? 0} 次` },
                ]
              : []),
            ...(isPaid && values.pointsCost ? [{ label: '消耗积分', value: countText(values.pointsCost) }] : []),
            { label: '活动范围', value: activity?.scopeName || '不限' },
            ...(game ? [] : [{ label: '仅限新用户', value: yes(values.newUserOnly) }]),
            { label: '需要定位', value: yes(values.geoRequired) },
            { label: '退回处理', value: RefundPolicy.label(values.refundPolicy) },
            {
              label: '收集信息',
              value: collected
                .map(({ key, required }) => CollectField.label(key) + (required ? '（必填）' : ''))
                .join('、'),
              isWide: true,
            },
          ]}
        />
      </StepSheet>
    );
  }
  return (
    <>
      {game && <TurnsSheet />}
      <StepSheet title={game ? '次数上限' : '参与次数'} finding="不填为不限">
        <div className="zy-form-section-grid">
          <NumberField name="limitDay" label="每人每日次数" unit="次" placeholder="不限" />
          <NumberField name="limitTotal" label="每人总次数" unit="次" placeholder="不限" />
          <NumberField name="winDay" label="每人每日中奖上限" unit="次" placeholder="不限" />
          <NumberField name="winTotal" label="每人中奖上限" unit="次" placeholder="不限" />
          {isPaid && !game && (
            <NumberField name="pointsCost" label="消耗积分" unit="积分" placeholder="每次抽奖" hasStar />
          )}
        </div>
      </StepSheet>
      <StepSheet
        title="参与条件"
        extra={
          <May of={scopeApi.save.may}>
            <Link to="/lottery/scopeCreat">新建活动范围</Link>
          </May>
        }
      >
        <div className="zy-form-section-grid">
          <SelectField
            name="scopeId"
            label="活动范围"
            from={toChoices(scopes, ({ name }) => name)}
            placeholder={game ? '不限地区' : '不限地区和码段'}
            mayClear
            isWide
          />
          {!game && (
            <SwitchField
              name="newUserOnly"
              label="仅限新用户"
              on={true}
              off={false}
              help="第一次在本企业扫码的消费者"
            />
          )}
          <SwitchField name="geoRequired" label="需要定位" on={true} off={false} help="消费者同意定位后才能抽奖" />
        </div>
      </StepSheet>
      <StepSheet title="领奖">
        <div className="zy-form-section-grid">
          <NumberField name="claimDays" label="领奖有效期" unit="天" />
          <RadioField name="refundPolicy" label="退回处理" from={RefundPolicy} help="红包超时未收被退回以后" />
          <OwnField name="collectFields" label="收集信息" isWide>
            <CollectInput />
          </OwnField>
          {game && <SwitchField name="verifyAll" label="全部门店可核销" on={true} off={false} help={verifyHelp} />}
          {collected.some(({ key }) => key === CollectField.card) && (
            <TextField name="collectReason" label="用途说明" hasStar isWide placeholder="为什么收集身份证" />
          )}
        </div>
      </StepSheet>
    </>
  );
};
