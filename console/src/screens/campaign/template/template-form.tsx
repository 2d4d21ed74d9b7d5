import { million, mostTiers } from '@zhuiyuan/contract/campaign/activity/activity-draft';
import { PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import { playKinds, slotsText } from '@zhuiyuan/contract/campaign/play-kinds';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { drawnCover, findDrawn, Industry, type TemplateTier } from '@zhuiyuan/contract/campaign/template/template';
import { Form, InputNumber } from 'antd';
import { FieldGroup } from '../../../parts/form/field.tsx';
import {
  AreaField,
  MoneyField,
  NumberField,
  OwnField,
  RadioField,
  SelectField,
  SwitchField,
  TextField,
} from '../../../parts/form/fields.tsx';
import { FormDrawer } from '../../../parts/form/form-drawer.tsx';
import { RichField } from '../../../parts/form/rich-field.tsx';
import { RowFields } from '../../../parts/form/row-fields.tsx';
import type { FormDraft } from '../../../parts/form/use-draft.ts';
import { ImageField, PicturesInput } from '../../../parts/gallery/image-field.tsx';
import { FirmField } from '../../../parts/pickers/firm-field.tsx';
import { ThemeInput } from '../activity/editor/theme-input.tsx';
import { nextTierName } from '../activity/tiers/slots.ts';
import { TemplateCover } from './template-cover.tsx';

const wonTypes = PrizeType.options.filter(({ value }) => value !== PrizeType.none);
const percent = million / 100;

/** Per cent on the screen, parts of a million in the draft. */
const OddsInput = ({
  value,
  onChange,
  ...rest
}: {
  id?: string;
  value?: number;
  onChange?: (weight: number) => void;
}) => (
  <InputNumber
    {...rest}
    className="zy-full"
    controls={false}
    changeOnWheel={false}
    min={0}
    max={100}
    precision={4}
    suffix="%"
    value={value === undefined ? null : value / percent}
    onChange={(typed) => onChange?.(Math.round((typed ?? 0) * percent))}
  />
);

/** One of the drawings, or a picture of the library. */
const CoverInput = ({ id, value, onChange }: { id?: string; value?: string; onChange?: (cover: string) => void }) => (
  <>
    <div className="zy-cover-choice" role="radiogroup" aria-label="系统封面">
      {PlayMode.options.map(({ value: mode, label }) => (
        <button
          key={mode}
          type="button"
          role="radio"
          aria-checked={value === drawnCover(mode)}
          aria-label={label}
          title={label}
          onClick={() => onChange?.(drawnCover(mode))}
        >
          <TemplateCover cover={drawnCover(mode)} label={label} />
        </button>
      ))}
    </div>
    <PicturesInput
      id={id}
      title="封面"
      most={1}
      value={value && findDrawn(value) === undefined ? [value] : []}
      onChange={(next) => onChange?.(next[0] ?? '')}
    />
  </>
);

const Value = ({ at }: { at: number }) => {
  const type = Form.useWatch<number | undefined>(['preset', 'tiers', at, 'prizeType'], { preserve: true });
  if (type === PrizeType.cash) return <MoneyField name="value" label="面额" />;
  return type === PrizeType.points ? <NumberField name="value" label="积分" min={0} max={5_000_000} /> : null;
};

const Tiers = () => {
  const playMode = Form.useWatch<PlayMode | undefined>('playMode', { preserve: true });
  const tiers = Form.useWatch<TemplateTier[] | undefined>(['preset', 'tiers'], { preserve: true }) ?? [];
  const blankSlot = Form.useWatch<number | null | undefined>(['preset', 'blankSlot'], { preserve: true });
  const range = playMode === undefined ? null : playKinds[playMode].slots;
  const freePlace = () => {
    const taken = new Set([...tiers.map((tier) => tier?.slotNo), blankSlot]);
    return Array.from({ length: 12 }, (_none, at) => at + 1).find((slot) => !taken.has(slot)) ?? null;
  };
  return (
    <>
      <RowFields
        name="preset.tiers"
        label="奖级"
        add="添加奖级"
        most={range ? range.most - 1 : mostTiers}
        blank={() => ({
          tierName: nextTierName(tiers.map((tier) => tier?.tierName ?? '')),
          prizeType: PrizeType.cash,
          value: 0,
          weight: 0,
          slotNo: range ? freePlace() : null,
          userCap: null,
          isFallback: false,
        })}
      >
        {(at) => (
          <>
            <TextField name="tierName" label="奖级" />
            <SelectField name="prizeType" label="奖品类型" from={wonTypes} />
            <TextField name="prizeName" label="奖品名称" />
            <Value at={at} />
            <OwnField name="weight" label="中奖概率">
              <OddsInput />
            </OwnField>
            {range && <NumberField name="slotNo" label="格位" min={1} max={12} />}
            <NumberField name="userCap" label="每人限中" unit="次" placeholder="不限" min={1} max={9999} />
            <SwitchField name="isFallback" label="兜底奖" on={true} off={false} />
          </>
        )}
      </RowFields>
      {range && (
        <NumberField
          name="preset.blankSlot"
          label="谢谢参与的格位"
          min={1}
          max={12}
          help={`${PlayMode.label(playMode)}共 ${slotsText(range)} 个格位，各放一个奖级`}
        />
      )}
    </>
  );
};

/** The drawer of a firm's own template. */
export const TemplateForm = ({ draft, name }: { draft: FormDraft; name: string | undefined }) => (
  <FormDrawer draft={draft} thing="活动模板" name={name} width={720}>
    <FieldGroup title="基本信息">
      <FirmField isNew={draft.isNew} />
      <TextField name="name" label="模板名称" />
      <TextField name="summary" label="简介" placeholder="一句话说明适用场景" />
      <SelectField name="industries" label="适用行业" from={Industry} many />
      <RadioField name="playMode" label="玩法" from={PlayMode} isWide />
      <OwnField name="cover" label="封面" isWide>
        <CoverInput />
      </OwnField>
    </FieldGroup>
    <FieldGroup title="奖品预设">
      <div className="zy-template-form zy-field-wide">
        <Tiers />
      </div>
    </FieldGroup>
    <FieldGroup title="参与限制">
      <NumberField name="preset.limitTotal" label="每人总次数" unit="次" placeholder="不限" min={1} max={9999} />
      <NumberField name="preset.limitDay" label="每人每日次数" unit="次" placeholder="不限" min={1} max={999} />
      <NumberField name="preset.winTotal" label="每人中奖上限" unit="次" placeholder="不限" min={1} max={9999} />
      <NumberField name="preset.winDay" label="每人每日中奖上限" unit="次" placeholder="不限" min={1} max={999} />
      <NumberField name="preset.claimDays" label="领奖有效期" unit="天" min={1} max={365} />
      <SwitchField name="preset.newUserOnly" label="仅限新用户" on={true} off={false} />
    </FieldGroup>
    <FieldGroup title="页面与文案">
      <OwnField name="preset.theme" label="主题色" isWide>
        <ThemeInput />
      </OwnField>
      <ImageField name="preset.bgImage" label="页面背景" />
      <TextField name="preset.shareTitle" label="分享标题" />
      <AreaField name="preset.shareDesc" label="分享描述" rows={2} />
      <RichField name="preset.ruleText" label="活动规则" help="使用模板时带入，可以再改" />
    </FieldGroup>
  </FormDrawer>
);
