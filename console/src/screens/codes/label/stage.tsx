import type { Element, LabelValues, Paper } from '@zhuiyuan/contract/codes/label/elements';
import { quietMm } from '@zhuiyuan/contract/codes/label/check-mould';
import { turnedBox } from '@zhuiyuan/contract/codes/label/geometry';
import { useRef, type Dispatch, type PointerEvent, type SetStateAction } from 'react';
import { LabelShapes } from './label-svg.tsx';
import { tidy, type MouldState, type Pull } from './mould-state.ts';
import { useStageDrag } from './use-stage-drag.ts';

/** CSS pixels of a millimetre at 100 %. */
export const pixelsPerMm = 96 / 25.4;
const ruler = 24;
const air = 8;
const pulls: Pull[] = [
  { x: -1, y: -1 },
  { x: 0, y: -1 },
  { x: 1, y: -1 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
  { x: -1, y: 1 },
  { x: -1, y: 0 },
];

const Ruler = ({
  length,
  scale,
  extent,
  isUpright = false,
}: {
  length: number;
  scale: number;
  extent?: { from: number; to: number };
  isUpright?: boolean;
}) => {
  const marks = Array.from({ length: Math.floor(length) + 1 }, (_, at) => at);
  const style = isUpright ? { width: ruler, height: length * scale } : { width: length * scale, height: ruler };
  const place = (mm: number) => mm * scale;
  const line = (mm: number, size: number) =>
    isUpright ? `M${ruler} ${place(mm)}h${-size}` : `M${place(mm)} ${ruler}v${-size}`;
  return (
    <svg className="zy-ruler" style={style} aria-hidden="true">
      {extent && (
        <path
          className="zy-ruler-extent"
          d={
            isUpright
              ? `M${ruler - 1.5} ${place(extent.from)}V${place(extent.to)}`
              : `M${place(extent.from)} ${ruler - 1.5}H${place(extent.to)}`
          }
        />
      )}
      <path
        d={marks
          .filter((mm) => scale >= 3 || mm % 5 === 0)
          .map((mm) => line(mm, mm % 10 === 0 ? 10 : mm % 5 === 0 ? 7 : 4))
          .join('')}
      />
      {marks
        .filter((mm) => mm % 10 === 0)
        .map((mm) => (
          <text key={mm} x={isUpright ? 3 : place(mm) + 3} y={isUpright ? place(mm) + 10 : 10}>
            {mm}
          </text>
        ))}
    </svg>
  );
};

/** The lines of every millimetre, and of every fifth. */
const Grid = ({ paper: { widthMm, heightMm }, hair }: { paper: Paper; hair: number }) => {
  const lines = (step: number) =>
    [
      ...Array.from({ length: Math.ceil(widthMm / step) - 1 }, (_, at) => `M${step * (at + 1)} 0v${heightMm}`),
      ...Array.from({ length: Math.ceil(heightMm / step) - 1 }, (_, at) => `M0 ${step * (at + 1)}h${widthMm}`),
    ].join('');
  return (
    <>
      <path className="zy-stage-grid" strokeWidth={hair / 2} d={lines(1)} />
      <path className="zy-stage-grid" strokeWidth={hair} d={lines(5)} />
    </>
  );
};

const turnOf = ({ x, y, w, h, rotate }: Element) =>
  rotate ? `rotate(${rotate} ${x + w / 2} ${y + h / 2})` : undefined;

/** The frame of a chosen element, and the quiet zone that its code needs. */
const Chosen = ({ element, values, hair }: { element: Element; values: LabelValues; hair: number }) => {
  const { x, y, w, h } = element;
  const quiet = element.kind === 'qr' ? quietMm(element, values) : 0;
  return (
    <g transform={turnOf(element)}>
      {quiet > 0 && (
        <rect
          className="zy-stage-quiet"
          x={x - quiet}
          y={y - quiet}
          width={w + 2 * quiet}
          height={h + 2 * quiet}
          strokeWidth={hair}
          strokeDasharray={`${3 * hair} ${3 * hair}`}
        />
      )}
      <rect className="zy-stage-chosen" x={x} y={y} width={w} height={h} strokeWidth={1.5 * hair} />
    </g>
  );
};

/** The size of the one chosen element, and what it is pulled by. */
const Handles = ({
  element: one,
  hair,
  begin,
}: {
  element: Element;
  hair: number;
  begin: (event: PointerEvent, id: string, pull: Pull) => void;
}) => (
  <g transform={turnOf(one)}>
    <text className="zy-stage-size" x={one.x} y={one.y - 6 * hair} style={{ fontSize: `${12 * hair}px` }}>
      {tidy(one.w)} × {tidy(one.h)} mm
    </text>
    {!one.locked &&
      pulls.map((pull) => (
        <rect
          key={`${pull.x} ${pull.y}`}
          className={`zy-stage-handle zy-pull-${pull.x}-${pull.y}`}
          x={one.x + ((pull.x + 1) / 2) * one.w - 4 * hair}
          y={one.y + ((pull.y + 1) / 2) * one.h - 4 * hair}
          width={8 * hair}
          height={8 * hair}
          strokeWidth={1.5 * hair}
          onPointerDown={(event) => begin(event, one.id, pull)}
        />
      ))}
  </g>
);

/** The paper with its rulers: elements are picked, moved and pulled here. */
export const Stage = ({
  state,
  setState,
  values,
  zoom,
  snaps,
  hasGrid,
  tellPlace,
  drop,
}: {
  state: MouldState;
  setState: Dispatch<SetStateAction<MouldState>>;
  values: LabelValues;
  /** Percent. */
  zoom: number;
  snaps: boolean;
  hasGrid: boolean;
  tellPlace: (place: { x: number; y: number } | undefined) => void;
  /** Something of the palette was dropped at a place. */
  drop: (what: string, at: { x: number; y: number }) => void;
}) => {
  const { now, chosen } = state;
  const { paper, elements } = now;
  const scale = (pixelsPerMm * zoom) / 100;
  const svg = useRef<SVGSVGElement>(null);
  const picked = elements.filter(({ id }) => chosen.includes(id));
  const one = picked.length === 1 ? picked[0] : undefined;
  const boxes = picked.map(turnedBox);
  const extent =
    boxes.length > 0
      ? {
          x: { from: Math.min(...boxes.map(({ x }) => x)), to: Math.max(...boxes.map(({ x, w }) => x + w)) },
          y: { from: Math.min(...boxes.map(({ y }) => y)), to: Math.max(...boxes.map(({ y, h }) => y + h)) },
        }
      : undefined;

  const { guides, placeOf, begin, move, end } = useStageDrag({
    svg,
    state,
    setState,
    values,
    scale,
    air,
    snaps,
    tellPlace,
  });
  const [wide, high] = [paper.widthMm + 2 * air, paper.heightMm + 2 * air];
  const hair = 1 / scale;
  return (
    <div className="zy-stage">
      <div className="zy-stage-corner">mm</div>
      <div className="zy-stage-top" style={{ paddingLeft: air * scale }}>
        <Ruler length={paper.widthMm + air} scale={scale} extent={extent?.x} />
      </div>
      <div className="zy-stage-left" style={{ paddingTop: air * scale }}>
        <Ruler length={paper.heightMm + air} scale={scale} extent={extent?.y} isUpright />
      </div>
      <svg
        ref={svg}
        className="zy-stage-paper"
        style={{ width: wide * scale, height: high * scale }}
        viewBox={`${-air} ${-air} ${wide} ${high}`}
        role="application"
        aria-label="画布"
        onPointerDown={() => setState((before) => ({ ...before, chosen: [] }))}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
        onPointerLeave={() => tellPlace(undefined)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          const what = event.dataTransfer.getData('text/plain');
          if (what) drop(what, placeOf(event));
        }}
      >
        <rect className="zy-stage-sheet" width={paper.widthMm} height={paper.heightMm} strokeWidth={hair} />
        {hasGrid && <Grid paper={paper} hair={hair} />}
        <LabelShapes {...now} elements={elements} values={values} />
        {elements
          .filter(({ locked }) => !locked)
          .map((element) => (
            <rect
              key={element.id}
              className="zy-stage-hold"
              data-id={element.id}
              x={element.x}
              y={element.y - Math.max(0, (1.5 - element.h) / 2)}
              width={element.w}
              height={Math.max(element.h, 1.5)}
              transform={turnOf(element)}
              onPointerDown={(event) => begin(event, element.id)}
            />
          ))}
        {picked.map((element) => (
          <Chosen key={element.id} element={element} values={values} hair={hair} />
        ))}
        {one && <Handles element={one} hair={hair} begin={begin} />}
        {guides.x !== undefined && (
          <path className="zy-stage-guide" strokeWidth={hair} d={`M${guides.x} ${-air}V${paper.heightMm + air}`} />
        )}
        {guides.y !== undefined && (
          <path className="zy-stage-guide" strokeWidth={hair} d={`M${-air} ${guides.y}H${paper.widthMm + air}`} />
        )}
        {extent && (guides.x !== undefined || guides.y !== undefined) && (
          <text
            className="zy-stage-distance"
            x={extent.x.to + 6 * hair}
            y={extent.y.to + 16 * hair}
            style={{ fontSize: `${12 * hair}px` }}
          >
            距右边 {tidy(paper.widthMm - extent.x.to)} mm
          </text>
        )}
      </svg>
    </div>
  );
};
