import { drawLabel, type Drawn, type Shape } from '@zhuiyuan/contract/codes/label/draw';
import type { Element, LabelValues, Paper } from '@zhuiyuan/contract/codes/label/elements';
import { advanceOf } from '@zhuiyuan/contract/codes/label/glyphs';
import { PrintColor } from '@zhuiyuan/contract/codes/state/code-enums';
import { create } from 'qrcode';
import { memo, useMemo } from 'react';
import './label-svg.css';

/** What a label is drawn from. */
export interface Face {
  paper: Paper;
  elements: Element[];
  color: number;
}

const qrPath = ({ text, level, x, y, w }: Extract<Shape, { kind: 'qr' }>): string => {
  const { modules } = create(text, { errorCorrectionLevel: level });
  const side = w / modules.size;
  let path = '';
  for (let row = 0; row < modules.size; row += 1)
    for (let column = 0; column < modules.size; column += 1) {
      if (!modules.get(row, column)) continue;
      const from = column;
      while (column + 1 < modules.size && modules.get(row, column + 1)) column += 1;
      const wide = (column - from + 1) * side;
      path += `M${x + from * side} ${y + row * side}h${wide}v${side}h${-wide}z`;
    }
  return path;
};

/** Where each character of a line begins: the browser goes by the same advances as the document. */
const placesOf = ({ text, x, size, weight }: Extract<Shape, { kind: 'line' }>): string => {
  const places: number[] = [];
  let at = x;
  for (const character of text) {
    places.push(at);
    // What the browser counts as two letters has a place each.
    if (character.length > 1) places.push(at);
    at += advanceOf(character, weight) * size;
  }
  return places.map((place) => place.toFixed(3)).join(' ');
};

const ShapeOf = ({ shape, color, isGrey }: { shape: Shape; color: string; isGrey: boolean }) => {
  switch (shape.kind) {
    case 'qr':
      return <path d={qrPath(shape)} fill={color} shapeRendering="crispEdges" />;
    case 'bars':
      return (
        <path
          d={shape.bars.map(({ x, w }) => `M${x} ${shape.y}h${w}v${shape.h}h${-w}z`).join('')}
          fill={color}
          shapeRendering="crispEdges"
        />
      );
    case 'line':
      return (
        <text
          x={placesOf(shape)}
          y={shape.baseline}
          fill={color}
          className={shape.weight === 'bold' ? 'zy-label-bold' : undefined}
          style={{ fontSize: `${shape.size}px` }}
        >
          {shape.text}
        </text>
      );
    case 'image':
      return (
        <image
          href={shape.src}
          x={shape.x}
          y={shape.y}
          width={shape.w}
          height={shape.h}
          className={isGrey ? 'zy-label-grey' : undefined}
        />
      );
    case 'box': {
      const { x, y, w, h, radius, edge } = shape;
      const look = edge === undefined ? { fill: color } : { fill: 'none', stroke: color, strokeWidth: edge };
      return <rect x={x} y={y} width={w} height={h} rx={radius} {...look} />;
    }
  }
};

const DrawnOf = memo(({ drawn, isGrey }: { drawn: Drawn; isGrey: boolean }) => (
  <g transform={drawn.rotate ? `rotate(${drawn.rotate} ${drawn.middle.x} ${drawn.middle.y})` : undefined}>
    {drawn.shapes.map((shape, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- the shapes of an element have no other identity
      <ShapeOf key={at} shape={shape} color={drawn.color} isGrey={isGrey} />
    ))}
  </g>
));
DrawnOf.displayName = 'DrawnOf';

/** The elements of a label, in millimetres, for an svg that shows the paper. */
export const LabelShapes = ({ elements, color, paper: { dpi }, values }: Face & { values: LabelValues }) => {
  const isColored = color === PrintColor.colored;
  const drawn = useMemo(() => drawLabel(elements, values, { isColored, dpi }), [elements, values, isColored, dpi]);
  return (
    <g className="zy-label-face">
      {drawn.map((one) => (
        <DrawnOf key={one.id} drawn={one} isGrey={!isColored} />
      ))}
    </g>
  );
};

/** A label on its paper, as wide as asked: css pixels, or a length. */
export const LabelSvg = ({
  face,
  values,
  width,
  label,
}: {
  face: Face;
  values: LabelValues;
  width: number | string;
  label: string;
}) => (
  <svg
    className="zy-label-paper"
    viewBox={`0 0 ${face.paper.widthMm} ${face.paper.heightMm}`}
    style={{ width, aspectRatio: `${face.paper.widthMm} / ${face.paper.heightMm}` }}
    role="img"
    aria-label={label}
  >
    <LabelShapes {...face} values={values} />
  </svg>
);
