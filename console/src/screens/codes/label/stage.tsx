import type { LabelValues } from '@zhuiyuan/contract/codes/label/elements';
import { quietMm } from '@zhuiyuan/contract/codes/label/check-mould';
import { grown, turnedBox } from '@zhuiyuan/contract/codes/label/geometry';
import { useRef, useState, type Dispatch, type PointerEvent, type SetStateAction } from 'react';
import { LabelShapes } from './label-svg.tsx';
import {
  changed,
  moved,
  resized,
  snapped,
  tidy,
  toHalf,
  withElements,
  type MouldState,
  type Pull,
} from './mould-state.ts';

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

interface Drag {
  pull?: Pull;
  id: string;
  from: { x: number; y: number };
  base: MouldState['now'];
  chosen: string[];
  hasMoved: boolean;
}

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
  const drag = useRef<Drag>(undefined);
  const [guides, setGuides] = useState<{ x?: number; y?: number }>({});
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

  const placeOf = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const { left, top } = svg.current!.getBoundingClientRect();
    return { x: (clientX - left) / scale - air, y: (clientY - top) / scale - air };
  };
  const begin = (event: PointerEvent, id: string, pull?: Pull) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    const isMany = event.ctrlKey || event.metaKey || event.shiftKey;
    const next = pull
      ? chosen
      : isMany
        ? chosen.includes(id)
          ? chosen.filter((other) => other !== id)
          : [...chosen, id]
        : chosen.includes(id)
          ? chosen
          : [id];
    setState((before) => ({ ...before, chosen: next }));
    drag.current = { id, pull, from: placeOf(event), base: now, chosen: next, hasMoved: false };
    svg.current?.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    const at = placeOf(event);
    tellPlace(at);
    const held = drag.current;
    if (!held) return;
    let [dx, dy] = [at.x - held.from.x, at.y - held.from.y];
    if (!held.hasMoved && Math.hypot(dx, dy) * scale < 3) return;
    const target = held.base.elements.find(({ id }) => id === held.id);
    if (!target || target.locked) return;
    const joins = held.hasMoved;
    held.hasMoved = true;
    if (held.pull) {
      if (snaps) [dx, dy] = [toHalf(dx), toHalf(dy)];
      const { pull } = held;
      setState((before) =>
        changed(
          before,
          withElements(held.base, [held.id], (element) => resized(element, pull, dx, dy)),
          { joins },
        ),
      );
      return;
    }
    if (snaps) {
      const box = turnedBox(target);
      const others = held.base.elements.flatMap((element) => {
        if (held.chosen.includes(element.id)) return [];
        const around = turnedBox(element);
        return element.kind === 'qr' ? [around, grown(around, quietMm(element, values))] : [around];
      });
      const snap = snapped({ ...box, x: box.x + dx, y: box.y + dy }, others, paper);
      dx += snap.dx;
      dy += snap.dy;
      setGuides({ x: snap.guideX, y: snap.guideY });
    }
    setState((before) => changed(before, moved(held.base, held.chosen, dx, dy), { joins }));
  };
  const end = () => {
    drag.current = undefined;
    setGuides({});
  };
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
        {hasGrid && (
          <>
            <path
              className="zy-stage-grid"
              strokeWidth={hair / 2}
              d={[
                ...Array.from({ length: Math.ceil(paper.widthMm) - 1 }, (_, at) => `M${at + 1} 0v${paper.heightMm}`),
                ...Array.from({ length: Math.ceil(paper.heightMm) - 1 }, (_, at) => `M0 ${at + 1}h${paper.widthMm}`),
              ].join('')}
            />
            <path
              className="zy-stage-grid"
              strokeWidth={hair}
              d={[
                ...Array.from(
                  { length: Math.ceil(paper.widthMm / 5) - 1 },
                  (_, at) => `M${5 * (at + 1)} 0v${paper.heightMm}`,
                ),
                ...Array.from(
                  { length: Math.ceil(paper.heightMm / 5) - 1 },
                  (_, at) => `M0 ${5 * (at + 1)}h${paper.widthMm}`,
                ),
              ].join('')}
            />
          </>
        )}
        <LabelShapes elements={elements} color={now.color} values={values} />
        {elements
          .filter(({ locked }) => !locked)
          .map(({ id, x, y, w, h, rotate }) => (
            <rect
              key={id}
              className="zy-stage-hold"
              data-id={id}
              x={x}
              y={y - Math.max(0, (1.5 - h) / 2)}
              width={w}
              height={Math.max(h, 1.5)}
              transform={rotate ? `rotate(${rotate} ${x + w / 2} ${y + h / 2})` : undefined}
              onPointerDown={(event) => begin(event, id)}
            />
          ))}
        {picked.map((element) => {
          const { id, x, y, w, h, rotate } = element;
          const quiet = element.kind === 'qr' ? quietMm(element, values) : 0;
          return (
            <g key={id} transform={rotate ? `rotate(${rotate} ${x + w / 2} ${y + h / 2})` : undefined}>
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
        })}
        {one && (
          <g transform={one.rotate ? `rotate(${one.rotate} ${one.x + one.w / 2} ${one.y + one.h / 2})` : undefined}>
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
        )}
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
