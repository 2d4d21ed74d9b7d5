import type { ActivityTarget } from '@zhuiyuan/contract/campaign/activity/activity-draft';
import { TargetKind } from '@zhuiyuan/contract/campaign/campaign-states';
import { lotApi } from '@zhuiyuan/contract/trace/lot/lot';
import { Tag } from 'antd';
import { useState } from 'react';
import { useRead } from '../../../../lib/use-read.ts';
import { ChoiceSelect } from '../../../../parts/form/choice-select.tsx';
import { countText } from '../../../../parts/format/numbers.ts';
import { ListTabs } from '../../../../parts/list/list-tabs.tsx';
import { AgentsInput } from '../../../../parts/pickers/agent-input.tsx';
import { LotSelect } from '../../../../parts/pickers/lot-select.tsx';
import { ShopPicker } from '../../../../parts/pickers/shop-picker.tsx';
import { productChoices, useProducts } from '../../../../parts/pickers/use-choices.ts';
import { RangeAdd } from './range-add.tsx';
import { idsOf, rangesOf, sameTarget, withIds, withoutRange, withRange, type RowKind } from './targets.ts';

type Named = ActivityTarget & { name: string };

export interface TargetsInputProps {
  value?: ActivityTarget[];
  onChange?: (targets: ActivityTarget[]) => void;
  firmId: number | undefined;
  /** What the saved ones are called. */
  named: readonly Named[];
}

const shownTags = 60;

const Products = ({
  ids,
  change,
  firmId,
}: {
  ids: number[];
  change: (ids: number[]) => void;
  firmId: number | undefined;
}) => (
  <ChoiceSelect<number[]>
    from={productChoices(useProducts(firmId))}
    mode="multiple"
    className="zy-full"
    aria-label="产品"
    placeholder="请选择产品"
    value={ids}
    onChange={(next) => change(next)}
    allowClear
  />
);

const LotTag = ({ id, name, remove }: { id: number; name: string | undefined; remove: () => void }) => {
  const { data } = useRead(lotApi.info, name === undefined ? { id } : undefined);
  return (
    <Tag
      closable
      onClose={(event) => {
        event.preventDefault();
        remove();
      }}
    >
      {name ?? (data ? `${data.lotNo}（${data.storeName}）` : `批次 ${id}`)}
    </Tag>
  );
};

const Lots = ({
  ids,
  change,
  firmId,
  nameOf,
}: {
  ids: number[];
  firmId: number | undefined;
  change: (ids: number[]) => void;
  nameOf: (id: number) => string | undefined;
}) => (
  <>
    <LotSelect
      firmId={firmId}
      value={undefined}
      onChange={(id) => id && change([...ids, id])}
      placeholder="输入批号查找，选中即加入"
    />
    <div className="zy-target-tags">
      {ids.slice(0, shownTags).map((id) => (
        <LotTag key={id} id={id} name={nameOf(id)} remove={() => change(ids.filter((each) => each !== id))} />
      ))}
      {ids.length > shownTags && <span>等 {countText(ids.length)} 个批次</span>}
    </div>
  </>
);

const Ranges = ({
  targets,
  change,
  nameOf,
}: {
  targets: readonly ActivityTarget[];
  change: (targets: ActivityTarget[]) => void;
  nameOf: (target: ActivityTarget) => string | undefined;
}) => {
  const ranges = rangesOf(targets);
  return (
    <>
      <RangeAdd add={(range) => change(withRange(targets, range))} />
      {ranges.length > 0 && (
        <ul className="zy-target-ranges" aria-label="已选码段">
          {ranges.slice(0, shownTags).map((range) => (
            <li key={`${range.seg} ${range.serialFrom} ${range.serialTo}`}>
              <span>{nameOf(range) ?? `码段 ${range.seg}`}</span>
              <span>
                {countText(range.serialFrom)}–{countText(range.serialTo)}，共{' '}
                {countText(range.serialTo - range.serialFrom + 1)} 个码
              </span>
              <button type="button" className="zy-link" onClick={() => change(withoutRange(targets, range))}>
                移除
              </button>
            </li>
          ))}
          {ranges.length > shownTags && <li>等 {countText(ranges.length)} 段</li>}
        </ul>
      )}
    </>
  );
};

/** What an activity is laid out on: products, lots, runs of codes, shops and agents beside each other. */
export const TargetsInput = ({ value = [], onChange, firmId, named }: TargetsInputProps) => {
  const [tab, setTab] = useState(String(TargetKind.product));
  const kind = Number(tab) as TargetKind;
  const put = (of: RowKind) => (ids: number[]) => onChange?.(withIds(value, of, ids));
  const nameOf = (target: ActivityTarget) => named.find((each) => sameTarget(each, target))?.name || undefined;
  return (
    <div className="zy-targets">
      <div className="zy-list-tabs">
        <ListTabs
          value={tab}
          change={setTab}
          items={TargetKind.options.map(({ value: each, label }) => ({
            value: String(each),
            label,
            count: value.filter((target) => target.kind === each).length || undefined,
          }))}
        />
      </div>
      <div className="zy-targets-body">
        {kind === TargetKind.product && (
          <Products ids={idsOf(value, TargetKind.product)} change={put(TargetKind.product)} firmId={firmId} />
        )}
        {kind === TargetKind.lot && (
          <Lots
            ids={idsOf(value, TargetKind.lot)}
            change={put(TargetKind.lot)}
            firmId={firmId}
            nameOf={(targetId) => nameOf({ kind: TargetKind.lot, targetId })}
          />
        )}
        {kind === TargetKind.range && (
          <Ranges targets={value} change={(targets) => onChange?.(targets)} nameOf={nameOf} />
        )}
        {kind === TargetKind.shop && (
          <ShopPicker value={idsOf(value, TargetKind.shop)} onChange={put(TargetKind.shop)} firmId={firmId} />
        )}
        {kind === TargetKind.agent && (
          <AgentsInput value={idsOf(value, TargetKind.agent)} onChange={put(TargetKind.agent)} firmId={firmId} />
        )}
      </div>
    </div>
  );
};
