import { Sheet, type LabelValues } from '@zhuiyuan/contract/codes/label/elements';
import { modulesOf } from '@zhuiyuan/contract/codes/label/check-mould';
import { moduleDots, resolutions } from '@zhuiyuan/contract/codes/label/dots';
import { a4, layA4 } from '@zhuiyuan/contract/codes/label/geometry';
import { Button, InputNumber, Modal, Segmented, Select } from 'antd';
import { useState } from 'react';
import { LabelSvg } from './label-svg.tsx';
import type { MouldFields } from './mould-state.ts';
import { pixelsPerMm } from './stage.tsx';

const scaleKey = 'zy-screen-scale';
const printed = 1000;
/** A bank card (ISO/IEC 7810 ID-1), in millimetres. */
const card = { w: 85.6, h: 53.98 };

const readScale = (): number => {
  const kept = Number(localStorage.getItem(scaleKey));
  return kept >= 0.3 && kept <= 4 ? kept : 1;
};

/** 实际大小: the label as large as it will be, once the screen was measured with a bank card. */
const ActualSize = ({ fields, values }: { fields: MouldFields; values: LabelValues }) => {
  const [scale, setScale] = useState(readScale);
  const [draft, setDraft] = useState<number>();
  const { widthMm, heightMm } = fields.paper;
  const keep = () => {
    if (draft) {
      localStorage.setItem(scaleKey, String(draft));
      setScale(draft);
    }
    setDraft(undefined);
  };
  return (
    <section aria-label="实际大小">
      <header>
        <h3>实际大小</h3>
        <small>
          {widthMm} × {heightMm} mm
        </small>
        <Button type="link" onClick={() => setDraft(scale)}>
          校准
        </Button>
      </header>
      <div className="zy-foot-view">
        <LabelSvg face={fields} values={values} width={widthMm * pixelsPerMm * scale} label="实际大小" />
      </div>
      <Modal
        open={draft !== undefined}
        title="校准屏幕"
        onCancel={() => setDraft(undefined)}
        onOk={keep}
        okText="保存"
        className="zy-modal"
        width={560}
      >
        <p>把一张银行卡贴在屏幕上，调整到方框与卡片一样大。</p>
        <InputNumber
          aria-label="缩放"
          prefix="缩放"
          suffix="%"
          min={30}
          max={400}
          value={Math.round((draft ?? 1) * 100)}
          onChange={(value) => value && setDraft(value / 100)}
        />
        <div
          className="zy-foot-card"
          style={{ width: card.w * pixelsPerMm * (draft ?? 1), height: card.h * pixelsPerMm * (draft ?? 1) }}
        />
      </Modal>
    </section>
  );
};

interface FootProps {
  fields: MouldFields;
  values: LabelValues;
  sheet: Sheet;
  setSheet: (sheet: Sheet) => void;
  setDpi: (dpi: MouldFields['paper']['dpi']) => void;
}

/** 打印排版: how labels lie on a roll or on A4, and whether a printer's dots can draw the code. */
const Layout = ({ fields, values, sheet, setSheet, setDpi }: FootProps) => {
  const { paper, elements } = fields;
  const { dpi } = paper;
  const grid = layA4(paper);
  const each = grid ? grid.columns * grid.rows : 0;
  const dots = elements
    .filter((element) => element.kind === 'qr')
    .map((qr) => moduleDots(Math.min(qr.w, qr.h), modulesOf(qr, values), dpi));
  const facts: [string, string][] =
    sheet === Sheet.roll
      ? [
          ['每页', `1 枚，${paper.widthMm} × ${paper.heightMm} mm`],
          ['间距', `${paper.gapMm} mm`],
          ['1,000 枚', `${((printed * (paper.heightMm + paper.gapMm)) / 1000).toFixed(1)} 米`],
        ]
      : grid
        ? [
            ['每张', `${grid.columns} 列 × ${grid.rows} 行，${each} 枚`],
            ['边距', `上下 ${Number(grid.marginY.toFixed(1))}，左右 ${Number(grid.marginX.toFixed(1))} mm`],
            ['间距', `${paper.gapMm} mm`],
            ['1,000 枚', `${Math.ceil(printed / each)} 张，末张 ${printed % each || each} 枚`],
          ]
        : [['每张', '放不下，请改用卷标']];
  return (
    <section aria-label="打印排版">
      <header>
        <h3>打印排版</h3>
        <Segmented
          aria-label="排版"
          value={sheet}
          onChange={setSheet}
          options={Sheet.options.map(({ value, label }) => ({ value, label }))}
        />
      </header>
      <div className="zy-foot-layout">
        <svg
          viewBox={
            sheet === Sheet.roll
              ? `-2 -2 ${paper.widthMm + 4} ${3 * (paper.heightMm + paper.gapMm) + 4}`
              : `0 0 ${a4.widthMm} ${a4.heightMm}`
          }
          aria-hidden="true"
        >
          {sheet === Sheet.roll
            ? [0, 1, 2].map((at) => (
                <rect key={at} y={at * (paper.heightMm + paper.gapMm)} width={paper.widthMm} height={paper.heightMm} />
              ))
            : grid &&
              Array.from({ length: each }, (_, at) => (
                <rect
                  // oxlint-disable-next-line react/no-array-index-key -- places of a grid
                  key={at}
                  x={grid.marginX + (at % grid.columns) * (paper.widthMm + paper.gapMm)}
                  y={grid.marginY + Math.floor(at / grid.columns) * (paper.heightMm + paper.gapMm)}
                  width={paper.widthMm}
                  height={paper.heightMm}
                />
              ))}
        </svg>
        <dl>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          <div>
            <dt>打印机</dt>
            <dd>
              <Select
                size="small"
                variant="borderless"
                aria-label="打印机分辨率"
                value={dpi}
                onChange={setDpi}
                options={resolutions.map((value) => ({ value, label: `${value} dpi` }))}
              />
              {dots.length > 0 && `二维码每格 ${Math.min(...dots)} 点`}
            </dd>
          </div>
        </dl>
      </div>
    </section>
  );
};

/** What a label will be once it is printed. */
export const Foot = (props: FootProps) => (
  <footer className="zy-mould-foot">
    <ActualSize fields={props.fields} values={props.values} />
    <Layout {...props} />
  </footer>
);
