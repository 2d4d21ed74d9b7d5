import { BudgetMode } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { toChoices } from '../../../../parts/form/choices.ts';
import { MoneyField, NumberField, RadioField, SelectField, SwitchField } from '../../../../parts/form/fields.tsx';
import { countText, maybeMoney, moneyText } from '../../../../parts/format/numbers.ts';
import { SheetHead } from '../../../../parts/frame/sheet.tsx';
import { expectedSpend, goodsCost, hasCash, maxSpend } from './budget.ts';
import type { Editing } from '../edit-rules.ts';
import { ShownFacts } from '../shown-facts.tsx';
import { usePools } from '../use-firm-rows.ts';
import { termsOf, type KnownTerms, type Values } from '../values.ts';
import type { ActivityCheck } from '../rows.ts';

const returnHelp = '超过领奖有效期没有领取的奖品，退回所在奖级继续发放';

const Figure = ({
  label,
  fen,
  note,
  isBad = false,
}: {
  label: string;
  fen: number | null;
  note: string;
  isBad?: boolean;
}) => (
  <div>
    <dt>{label}</dt>
    <dd className={isBad ? 'zy-budget-value zy-odds-over' : 'zy-budget-value'}>
      {maybeMoney(fen)}
      {fen !== null && <small>元</small>}
    </dd>
    <dd className={isBad ? 'zy-odds-over' : undefined}>{note}</dd>
  </div>
);

/** What the prizes may cost and where the money comes from, reckoned anew with every key. */
export const BudgetSheet = ({
  values,
  known,
  firmId,
  editing,
  check,
  poolName,
}: {
  values: Values;
  known: KnownTerms;
  firmId: number | undefined;
  editing: Editing;
  check: ActivityCheck | undefined;
  poolName: string;
}) => {
  const pools = usePools(firmId);
  const tiers = (values.tiers ?? []).map((tier) => ({ ...tier, terms: termsOf(known, tier) }));
  const isPaid = hasCash(tiers);
  const most = maxSpend(tiers);
  const { budgetMode, budgetAmount, expectDraws, poolId } = values;
  const chosen = pools.all.find(({ id }) => id === poolId);
  // A draft's pool is asked for what it has; a published activity has taken its budget already.
  const free = editing === 'all' ? (chosen?.balance ?? check?.poolBalance ?? null) : (check?.poolBalance ?? null);
  const locks = editing === 'all' && budgetAmount !== undefined && budgetAmount !== null;
  const isShort = locks && free !== null && isPaid && budgetAmount > free;
  const isUnderMost = isPaid && budgetMode === BudgetMode.full && locks && budgetAmount < most;
  const hasGoods = tiers.some(({ terms }) => terms?.prizeType === PrizeType.goods);
  return (
    <section className="sheet zy-form-section zy-budget" aria-label="预算与成本">
      <SheetHead title="预算与成本" finding={isPaid ? '只有现金奖占活动预算' : '没有现金奖，不需要活动预算'} />
      <dl className="zy-budget-figures">
        <Figure label="预计最高支出" fen={most} note="各奖级库存 × 最高面额" />
        <Figure
          label="期望支出"
          fen={expectedSpend(tiers, expectDraws)}
          note={expectDraws ? `按预计抽奖 ${countText(expectDraws)} 次` : '填写预计抽奖后计算'}
        />
        <Figure label="实物成本最高" fen={goodsCost(tiers)} note={hasGoods ? '不占活动预算' : '没有实物奖品'} />
        <Figure
          label="资金池可用"
          fen={free}
          isBad={isShort}
          note={
            isShort
              ? '资金池余额不足，无法锁定活动预算'
              : free !== null && locks && isPaid
                ? `锁定后余 ${moneyText(free - budgetAmount)}`
                : !isPaid
                  ? '没有现金奖品'
                  : poolId
                    ? '可用余额'
                    : '选择资金池后显示'
          }
        />
      </dl>
      {editing === 'all' ? (
        <div className="zy-form-section-grid">
          {isPaid && (
            <>
              <RadioField
                name="budgetMode"
                label="预算方式"
                hasStar
                from={BudgetMode}
                help={
                  budgetMode === BudgetMode.capped ? '预算用完后不再发出现金奖' : '发布时一次锁定，每个奖都有钱可发'
                }
              />
              <div className={isUnderMost ? 'zy-budget-short' : undefined}>
                <MoneyField
                  name="budgetAmount"
                  label="活动预算"
                  hasStar
                  help={
                    isUnderMost
                      ? '预算不足以覆盖全部奖品，请提高预算或改用预算封顶'
                      : budgetMode === BudgetMode.full
                        ? `不低于 ${moneyText(most)}，未用部分在活动结束后退回资金池`
                        : '未用部分在活动结束后退回资金池'
                  }
                />
              </div>
              <SelectField name="poolId" label="资金池" hasStar mayClear from={toChoices(pools, ({ name }) => name)} />
            </>
          )}
          <NumberField name="expectDraws" label="预计抽奖" unit="次" placeholder="只用于估算期望支出" min={1} />
          <SwitchField name="autoReturn" label="过期奖品退回库存" on={true} off={false} help={returnHelp} />
        </div>
      ) : (
        <>
          <ShownFacts
            items={[
              ...(isPaid
                ? [
                    { label: '预算方式', value: BudgetMode.label(budgetMode) },
                    { label: '资金池', value: poolName },
                    ...(editing === 'nothing'
                      ? [{ label: '活动预算', value: `${moneyText(budgetAmount ?? 0)} 元` }]
                      : []),
                  ]
                : []),
              ...(editing === 'nothing'
                ? [
                    { label: '预计抽奖', value: expectDraws ? `${countText(expectDraws)} 次` : '' },
                    { label: '过期奖品退回库存', value: values.autoReturn ? '是' : '否' },
                  ]
                : []),
            ]}
          />
          {editing === 'better' && (
            <div className="zy-form-section-grid">
              {isPaid && <MoneyField name="budgetAmount" label="活动预算" help="只能提高，多出的部分从资金池划拨" />}
              <NumberField name="expectDraws" label="预计抽奖" unit="次" placeholder="只用于估算期望支出" min={1} />
              <SwitchField name="autoReturn" label="过期奖品退回库存" on={true} off={false} help={returnHelp} />
            </div>
          )}
        </>
      )}
    </section>
  );
};
