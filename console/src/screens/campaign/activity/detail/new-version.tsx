import { activityApi, type Activity } from '@zhuiyuan/contract/campaign/activity/activity';
import { million } from '@zhuiyuan/contract/campaign/activity/activity-draft';
import { ActivityStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { oddsText } from '@zhuiyuan/contract/kit/decimal';
import { useEffect, useMemo } from 'react';
import { useMay } from '../../../../lib/session.ts';
import { AreaField, OwnField } from '../../../../parts/form/fields.tsx';
import { FormDrawer } from '../../../../parts/form/form-drawer.tsx';
import { useDraft } from '../../../../parts/form/use-draft.ts';
import { CellInput } from '../tiers/cell-input.tsx';
import { sumOfWeights, toWeight } from '../tiers/odds.ts';
import { fillDown } from '../tiers/paste-column.ts';
import { weightsIssue } from './weight-changes.ts';
import type { WeightVersion } from '../rows.ts';

interface Entry {
  tierId: number;
  weight: number;
}

/** Whether the odds of this activity may still be raised, by this person. */
export const useMayRaise = ({ status, weightVersion }: Activity): boolean => {
  const may = useMay();
  return (
    weightVersion !== null &&
    status !== ActivityStatus.draft &&
    status !== ActivityStatus.ended &&
    status !== ActivityStatus.recycled &&
    may(activityApi.saveWeights.may)
  );
};

const WeightsInput = ({
  value = [],
  onChange,
  current,
}: {
  value?: Entry[];
  onChange?: (entries: Entry[]) => void;
  current: WeightVersion['entries'];
}) => {
  const read = (typed: string) => (typed.trim() === '' ? Number.NaN : toWeight(typed));
  const total = sumOfWeights(value);
  return (
    <div className="zy-tiers zy-weights">
      <table>
        <thead>
          <tr>
            <th>奖级</th>
            <th className="zy-tiers-number">现在</th>
            <th className="zy-tiers-number">新概率</th>
          </tr>
        </thead>
        <tbody>
          {current.map(({ tierId, tierName, weight }, at) => (
            <tr key={tierId}>
              <td>{tierName}</td>
              <td className="zy-tiers-number">{oddsText(weight)}%</td>
              <td className="zy-tiers-number">
                <CellInput
                  column="weight"
                  row={at}
                  label={`${tierName}的新概率`}
                  value={value[at]?.weight ?? weight}
                  write={oddsText}
                  read={read}
                  suffix="%"
                  change={(next) =>
                    onChange?.(value.map((entry, each) => (each === at ? { ...entry, weight: next ?? weight } : entry)))
                  }
                  paste={(text) =>
                    onChange?.(
                      fillDown(value, at, text, (entry, cell) => {
                        const next = read(cell);
                        return Number.isNaN(next) ? undefined : { ...entry, weight: next };
                      }),
                    )
                  }
                />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">中奖合计</th>
            <td className="zy-tiers-number">{oddsText(sumOfWeights(current))}%</td>
            <td className={total > million ? 'zy-tiers-number zy-odds-over' : 'zy-tiers-number'}>{oddsText(total)}%</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
};

/** 新建概率版本: odds that are raised, with the reason; the ones before stay as they were published. */
export const NewVersion = ({
  activity,
  current,
  isOpen,
  close,
}: {
  activity: Activity;
  current: WeightVersion | undefined;
  isOpen: boolean;
  close: () => void;
}) => {
  const draft = useDraft({
    create: activityApi.saveWeights,
    refresh: [activityApi.weights, activityApi.info, activityApi.epochs],
    done: { create: '操作成功' },
    onSaved: close,
  });
  const own = useMemo(() => new Set(activity.tiers.map(({ id }) => id)), [activity.tiers]);
  const entries = useMemo(() => current?.entries.filter(({ tierId }) => own.has(tierId)) ?? [], [current, own]);
  useEffect(() => {
    if (!isOpen || !current) return;
    draft.open(undefined, {
      id: activity.id,
      version: current.version,
      entries: entries.map(({ tierId, weight }) => ({ tierId, weight })),
    });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- opens once
  }, [isOpen]);
  const schema = useMemo(
    () =>
      draft.schema.superRefine((values, context) => {
        const issue = weightsIssue((values as { entries: Entry[] }).entries, entries);
        if (issue) context.addIssue({ code: 'custom', path: ['entries'], message: issue });
      }),
    [draft.schema, entries],
  );
  return (
    <FormDrawer
      draft={{
        ...draft,
        schema,
        isOpen: isOpen && draft.isOpen,
        close: () => {
          draft.close();
          close();
        },
      }}
      thing="概率版本"
      title="新建概率版本"
      name={current && `第 ${current.version + 1} 版`}
      width={720}
      save="发布新版本"
    >
      <OwnField name="entries" label="中奖概率" isWide help="只能调高；新版本从下一期开始，已经公布的版本保留备查">
        <WeightsInput current={entries} />
      </OwnField>
      <AreaField name="reason" label="调整原因" rows={2} placeholder="随版本一起公示" />
    </FormDrawer>
  );
};
