import {
  BarContent,
  FontWeight,
  QrContent,
  QrLevel,
  Symbology,
  TextAlign,
  TextOverflow,
  Variable,
  type Element,
  type LabelValues,
} from '@zhuiyuan/contract/codes/label/elements';
import { modulesOf } from '@zhuiyuan/contract/codes/label/check-mould';
import type { Enumeration } from '@zhuiyuan/contract/kit/enumeration';
import { Button, Checkbox, Input, InputNumber, Segmented, Select } from 'antd';
import Copy from 'icon:copy';
import Lock from 'icon:lock';
import LockOpen from 'icon:lock-open';
import Trash2 from 'icon:trash-2';
import { use, type ReactNode } from 'react';
import { ImagePickerContext } from '../../../parts/form/image-picker-context.ts';
import { kindIcons, kindLabels } from './element-kinds.ts';
import { tidy } from './mould-state.ts';

type Change = (change: Partial<Element> & object) => void;
const icon = { size: 15, strokeWidth: 1.6 };

const Num = ({
  label,
  unit = 'mm',
  value,
  set,
  min = 0,
  max = 500,
  step = 0.5,
}: {
  label: string;
  unit?: string;
  value: number;
  set: (value: number) => void;
  min?: number;
  max?: number;
  step?: number;
}) => (
  <InputNumber
    aria-label={label}
    prefix={label}
    suffix={unit}
    value={value}
    min={min}
    max={max}
    step={step}
    controls={false}
    onChange={(next) => next !== null && set(tidy(next))}
  />
);

const Choice = <V extends string>({
  label,
  of,
  value,
  set,
}: {
  label: string;
  of: Enumeration<V>;
  value: V;
  set: (value: V) => void;
}) => (
  <Select
    aria-label={label}
    prefix={label}
    value={value}
    onChange={set}
    options={of.options.map((option) => ({ value: option.value, label: option.label }))}
  />
);

const Row = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="zy-prop-row">
    <h3>{title}</h3>
    {children}
  </div>
);

const Segments = <V extends string>({
  of,
  value,
  set,
  label,
}: {
  of: Enumeration<V>;
  value: V;
  set: (value: V) => void;
  label: string;
}) => (
  <Segmented
    block
    aria-label={label}
    value={value}
    onChange={set}
    options={of.options.map((option) => ({ value: option.value, label: option.label }))}
  />
);

const Own = ({ element, change, values }: { element: Element; change: Change; values: LabelValues }) => {
  const pick = use(ImagePickerContext);
  const set = change as (change: object) => void;
  switch (element.kind) {
    case 'qr': {
      const modules = modulesOf(element, values);
      const module = Math.min(element.w, element.h) / modules;
      const reach = Math.floor((Math.min(element.w, element.h) * 10) / 50) * 5;
      return (
        <>
          <Row title="内容">
            <Choice label="" of={QrContent} value={element.content} set={(content) => set({ content })} />
            <code>{values[element.content]}</code>
          </Row>
          <Row title="容错">
            <Segments label="容错" of={QrLevel} value={element.level} set={(level) => set({ level })} />
            <Num
              label="静区"
              unit="格"
              value={element.quiet}
              max={10}
              step={1}
              set={(quiet) => set({ quiet: Math.round(quiet) })}
            />
            <small>
              {modules} × {modules} 格，每格 {module.toFixed(2)} mm，{reach} cm 内可扫
            </small>
          </Row>
        </>
      );
    }
    case 'barcode':
      return (
        <Row title="内容">
          <Segments label="码制" of={Symbology} value={element.symbology} set={(symbology) => set({ symbology })} />
          {element.symbology === 'code128' ? (
            <Choice label="内容" of={BarContent} value={element.content} set={(content) => set({ content })} />
          ) : (
            <small>EAN-13 印产品的商品条码</small>
          )}
          <Checkbox checked={element.showsText} onChange={({ target }) => set({ showsText: target.checked })}>
            下方印数字
          </Checkbox>
        </Row>
      );
    case 'text':
    case 'variable':
      return (
        <>
          <Row title="内容">
            {element.kind === 'text' ? (
              <Input.TextArea
                aria-label="文本"
                value={element.text}
                maxLength={200}
                autoSize={{ minRows: 1, maxRows: 4 }}
                onChange={({ target }) => set({ text: target.value })}
              />
            ) : (
              <>
                <Choice label="" of={Variable} value={element.variable} set={(variable) => set({ variable })} />
                <Input
                  aria-label="前缀"
                  prefix="前缀"
                  value={element.prefix}
                  maxLength={20}
                  onChange={({ target }) => set({ prefix: target.value })}
                />
              </>
            )}
          </Row>
          <Row title="文字">
            <div className="zy-prop-pair">
              <Num label="字号" unit="pt" value={element.size} min={4} max={72} set={(size) => set({ size })} />
              <Segments label="字重" of={FontWeight} value={element.weight} set={(weight) => set({ weight })} />
            </div>
            <Segments label="对齐" of={TextAlign} value={element.align} set={(align) => set({ align })} />
            <div className="zy-prop-line">
              <span>超长</span>
              <Segments label="超长" of={TextOverflow} value={element.overflow} set={(overflow) => set({ overflow })} />
            </div>
          </Row>
        </>
      );
    case 'image':
      return (
        <Row title="图片">
          <Button
            onClick={() =>
              void pick?.({ title: '选择图片', most: 1 }).then((picked) => picked?.[0] && set({ src: picked[0] }))
            }
          >
            更换图片
          </Button>
        </Row>
      );
    case 'rect':
      return (
        <Row title="边框">
          <div className="zy-prop-pair">
            <Num
              label="线宽"
              value={element.thickness}
              min={0.1}
              max={10}
              step={0.1}
              set={(thickness) => set({ thickness })}
            />
            <Num label="圆角" value={element.radius} max={50} set={(radius) => set({ radius })} />
          </div>
          <Checkbox checked={element.filled} onChange={({ target }) => set({ filled: target.checked })}>
            填充
          </Checkbox>
        </Row>
      );
    case 'line':
      return null;
  }
};

/** What the chosen element is like. */
export const Properties = ({
  element,
  isColored,
  values,
  change,
  copy,
  remove,
}: {
  element: Element;
  isColored: boolean;
  values: LabelValues;
  change: Change;
  copy: () => void;
  remove: () => void;
}) => {
  const Icon = kindIcons[element.kind];
  const isQr = element.kind === 'qr';
  const isLine = element.kind === 'line';
  return (
    <section className="zy-props" aria-label="属性">
      <header>
        <Icon {...icon} aria-hidden="true" />
        <h2>{kindLabels[element.kind]}</h2>
        <Button type="text" aria-label="复制元素" icon={<Copy {...icon} />} onClick={copy} />
        <Button
          type="text"
          aria-label={element.locked ? '解锁元素' : '锁定元素'}
          icon={element.locked ? <Lock {...icon} /> : <LockOpen {...icon} />}
          onClick={() => change({ locked: !element.locked })}
        />
        <Button type="text" aria-label="删除元素" icon={<Trash2 {...icon} />} onClick={remove} />
      </header>
      <div className="zy-prop-pair">
        <Num label="X" value={element.x} set={(x) => change({ x })} />
        <Num label="Y" value={element.y} set={(y) => change({ y })} />
        <Num label="宽" value={element.w} min={0.5} set={(w) => change(isQr ? { w, h: w } : { w })} />
        <Num
          label={isLine ? '粗' : '高'}
          value={element.h}
          min={isLine ? 0.1 : 0.5}
          max={isLine ? 10 : 500}
          step={isLine ? 0.1 : 0.5}
          set={(h) => change(isQr ? { w: h, h } : { h })}
        />
        <Num
          label="旋转"
          unit="°"
          value={element.rotate}
          max={359}
          step={1}
          set={(rotate) => change({ rotate: Math.round(rotate) })}
        />
        {isColored && element.kind !== 'image' && (
          <label className="zy-prop-color">
            颜色
            <input type="color" value={element.color} onChange={({ target }) => change({ color: target.value })} />
          </label>
        )}
      </div>
      <Own element={element} change={change} values={values} />
    </section>
  );
};
