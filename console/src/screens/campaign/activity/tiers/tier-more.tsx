import type { TierDraft } from '@zhuiyuan/contract/campaign/activity/activity-draft';
import { Button, Input, InputNumber, Popover, Switch } from 'antd';
import { useState, type ReactNode } from 'react';

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <label className="zy-tier-line">
    <span>{label}</span>
    {children}
  </label>
);

const Limit = ({
  value,
  unit,
  most,
  change,
}: {
  value: number | null;
  unit: string;
  most: number;
  change: (value: number | null) => void;
}) => (
  <InputNumber
    controls={false}
    changeOnWheel={false}
    precision={0}
    min={1}
    max={most}
    placeholder="不限"
    suffix={unit}
    value={value}
    onChange={change}
  />
);

/** What else there is to say of a tier, behind 更多. */
export const TierMore = ({
  tier,
  change,
  swap,
  remove,
  isLimited,
}: {
  tier: TierDraft;
  change: (part: Partial<TierDraft>) => void;
  swap: () => void;
  remove: () => void;
  /** Its terms are published: they may only get better. */
  isLimited: boolean;
}) => {
  const [isOpen, setIsOpen] = useState(false);
  const away = (then: () => void) => () => {
    setIsOpen(false);
    then();
  };
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      open={isOpen}
      onOpenChange={setIsOpen}
      content={
        <div className="zy-tier-more" role="group" aria-label={`${tier.tierName}的更多设置`}>
          {!isLimited && (
            <Line label="奖级名称">
              <Input
                value={tier.tierName}
                maxLength={20}
                onChange={({ target }) => change({ tierName: target.value })}
              />
            </Line>
          )}
          <Line label="每小时限量">
            <Limit value={tier.hourCap} unit="份" most={99_999_999} change={(hourCap) => change({ hourCap })} />
          </Line>
          <Line label="每人限中">
            <Limit value={tier.userCap} unit="次" most={9999} change={(userCap) => change({ userCap })} />
          </Line>
          {!isLimited && (
            <>
              <Line label="兜底奖">
                <Switch checked={tier.isFallback} onChange={(isFallback) => change({ isFallback })} />
              </Line>
              <p>抽中的奖级发完或超出限量时，改发兜底奖</p>
              <Line label="在页面展示">
                <Switch checked={tier.visible} onChange={(visible) => change({ visible })} />
              </Line>
              <div className="zy-tier-more-foot">
                <Button onClick={away(swap)}>换奖品</Button>
                <Button danger onClick={away(remove)}>
                  删除
                </Button>
              </div>
            </>
          )}
        </div>
      }
    >
      <button type="button" className="zy-link" aria-label={`${tier.tierName}的更多设置`}>
        更多
      </button>
    </Popover>
  );
};
