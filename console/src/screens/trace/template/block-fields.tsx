import {
  BlockSource,
  TimeOrder,
  type BlockKind,
  type LotFact,
  type ProductFact,
} from '@zhuiyuan/contract/trace/template/template-blocks';
import { Checkbox, Form } from 'antd';
import { offering, useOfFirm } from '../../../lib/asked-rows.ts';
import { toChoices } from '../../../parts/form/choices.ts';
import { useClassList } from '../../../lib/use-class-list.ts';
import { NumberField, OwnField, RadioField, SelectField, SwitchField, TextField } from '../../../parts/form/fields.tsx';
import { ImageField } from '../../../parts/gallery/image-field.tsx';
import { VideoInput } from '../../../parts/gallery/video-input.tsx';

const titles: Partial<Record<BlockKind, string>> = {
  flows: '溯源档案',
  reports: '检测报告',
  logistics: '物流轨迹',
  lot: '批次信息',
  firm: '企业介绍',
  certs: '资质证书',
  map: '地图',
  identifier: '标识信息',
  lottery: '本次扫码可抽奖',
  phone: '拨打客服',
  report: '举报可疑商品',
};

/** Heading of a block, or the words of its button; what stands there while it is empty. */
export const TitleField = ({ kind }: { kind: BlockKind }) => (
  <TextField
    name="title"
    label={kind === 'phone' || kind === 'report' ? '按钮文字' : '标题'}
    placeholder={titles[kind] ? `不填则显示“${titles[kind]}”` : '不填则不显示标题'}
    isWide
  />
);

/** Which facts of the product or lot a block shows. */
export const Facts = ({ from }: { from: typeof ProductFact | typeof LotFact }) => (
  <OwnField name="facts" label="显示内容" isWide>
    <Checkbox.Group
      className="zy-fact-boxes"
      options={from.options.map(({ value, label }) => ({ value: value as string, label }))}
    />
  </OwnField>
);

/** Which records the timeline shows, and in which order. */
export const FlowFields = ({ firmId }: { firmId: number | undefined }) => {
  const types = offering(useOfFirm(useClassList('flowType'), firmId), (type) => !type.firmId || type.firmId === firmId);
  return (
    <>
      <SelectField
        name="typeIds"
        label="流程类型"
        many
        from={toChoices(types, ({ name }) => name)}
        placeholder="不选则显示全部类型"
        isWide
      />
      <RadioField name="order" label="排列顺序" from={TimeOrder} isWide />
      <SwitchField name="withLogistics" label="同时显示物流轨迹" on off={false} />
    </>
  );
};

/** Where a video or a place comes from. */
export const SourceFields = ({ kind }: { kind: 'video' | 'map' }) => {
  const source = Form.useWatch<number>('source');
  if (kind === 'video')
    return (
      <>
        <RadioField
          name="source"
          label="视频来源"
          from={[{ value: 1, label: '产品视频' }, BlockSource.options[1]!]}
          isWide
        />
        {source === BlockSource.own && (
          <OwnField name="url" label="视频" isWide>
            <VideoInput />
          </OwnField>
        )}
        <ImageField name="cover" label="封面" help="不选则显示视频的第一帧" isWide />
      </>
    );
  return (
    <>
      <RadioField
        name="source"
        label="地点来源"
        from={[{ value: 1, label: '企业地址' }, BlockSource.options[1]!]}
        isWide
      />
      {source === BlockSource.own && (
        <>
          <TextField name="place" label="地点名称" isWide />
          <TextField name="address" label="详细地址" isWide />
          <NumberField name="lng" label="经度" decimals={6} min={-180} max={180} placeholder="如 120.119526" />
          <NumberField name="lat" label="纬度" decimals={6} min={-90} max={90} placeholder="如 30.233517" />
        </>
      )}
    </>
  );
};
