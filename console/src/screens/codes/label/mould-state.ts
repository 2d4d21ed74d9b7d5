import type { Element, Paper } from '@zhuiyuan/contract/codes/label/elements';
import { turnedBox, type Box } from '@zhuiyuan/contract/codes/label/geometry';

/** What is drawn: the name, the paper, how it is printed, and the elements from the lowest to the highest. */
export interface MouldFields {
  name: string;
  paper: Paper;
  color: 0 | 1;
  elements: Element[];
}

/** What is drawn, what is chosen of it, and what came before and after. */
export interface MouldState {
  now: MouldFields;
  past: MouldFields[];
  future: MouldFields[];
  chosen: string[];
}

/** Steps that can be taken back. */
export const mostSteps = 50;

export const openState = (now: MouldFields): MouldState => ({ now, past: [], future: [], chosen: [] });

/** Goes on to another drawing; `joins` makes it one step with the last one, as while something is dragged. */
export const changed = (state: MouldState, now: MouldFields, { joins = false } = {}): MouldState => {
  if (now === state.now) return state;
  const past = joins ? state.past : [...state.past, state.now].slice(-mostSteps);
  return {
    ...state,
    now,
    past,
    future: [],
    chosen: state.chosen.filter((id) => now.elements.some((one) => one.id === id)),
  };
};

const keepChosen = (state: MouldState): MouldState => ({
  ...state,
  chosen: state.chosen.filter((id) => state.now.elements.some((element) => element.id === id)),
});

export const undone = (state: MouldState): MouldState => {
  const before = state.past.at(-1);
  if (!before) return state;
  return keepChosen({ ...state, now: before, past: state.past.slice(0, -1), future: [state.now, ...state.future] });
};

export const redone = (state: MouldState): MouldState => {
  const [after, ...future] = state.future;
  if (!after) return state;
  return keepChosen({ ...state, now: after, past: [...state.past, state.now].slice(-mostSteps), future });
};

const step = 0.5;
export const toHalf = (value: number): number => Math.round(value / step) * step;
export const tidy = (value: number): number => Math.round(value * 100) / 100;

/** Changes some elements; locked ones too, for who names them. */
export const withElements = (
  fields: MouldFields,
  ids: readonly string[],
  change: (element: Element) => Element,
): MouldFields => ({
  ...fields,
  elements: fields.elements.map((element) => (ids.includes(element.id) ? change(element) : element)),
});

/** Moves elements; nothing goes left of or above the paper's corner, where no place is. */
export const moved = (fields: MouldFields, ids: readonly string[], dx: number, dy: number): MouldFields => {
  const moving = fields.elements.filter(({ id, locked }) => ids.includes(id) && !locked);
  if (moving.length === 0) return fields;
  const x = Math.max(dx, -Math.min(...moving.map((element) => element.x)));
  const y = Math.max(dy, -Math.min(...moving.map((element) => element.y)));
  const these = moving.map(({ id }) => id);
  return withElements(fields, these, (element) => ({ ...element, x: tidy(element.x + x), y: tidy(element.y + y) }));
};

export type Edge = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom';

/** Lines elements up by their outermost edge, or one alone by the paper. */
export const aligned = (fields: MouldFields, ids: readonly string[], edge: Edge): MouldFields => {
  const chosen = fields.elements.filter(({ id, locked }) => ids.includes(id) && !locked);
  if (chosen.length === 0) return fields;
  const boxes = chosen.map(turnedBox);
  const { widthMm, heightMm } = fields.paper;
  const around: Box =
    chosen.length === 1
      ? { x: 0, y: 0, w: widthMm, h: heightMm }
      : {
          x: Math.min(...boxes.map(({ x }) => x)),
          y: Math.min(...boxes.map(({ y }) => y)),
          w: Math.max(...boxes.map(({ x, w }) => x + w)) - Math.min(...boxes.map(({ x }) => x)),
          h: Math.max(...boxes.map(({ y, h }) => y + h)) - Math.min(...boxes.map(({ y }) => y)),
        };
  const by = (box: Box): [number, number] => {
    if (edge === 'left') return [around.x - box.x, 0];
    if (edge === 'right') return [around.x + around.w - box.x - box.w, 0];
    if (edge === 'center') return [around.x + (around.w - box.w) / 2 - box.x, 0];
    if (edge === 'top') return [0, around.y - box.y];
    if (edge === 'bottom') return [0, around.y + around.h - box.y - box.h];
    return [0, around.y + (around.h - box.h) / 2 - box.y];
  };
  return withElements(
    fields,
    chosen.map(({ id }) => id),
    (element) => {
      const [dx, dy] = by(turnedBox(element));
      return { ...element, x: tidy(Math.max(0, element.x + dx)), y: tidy(Math.max(0, element.y + dy)) };
    },
  );
};

/** A side of a handle: whether it moves the left or upper edge, the right or lower one, or neither. */
export interface Pull {
  x: -1 | 0 | 1;
  y: -1 | 0 | 1;
}
const leastSide = 1;
const leastThickness = 0.1;

/** Pulls an element's edge; QR codes stay square. */
export const resized = (element: Element, { x: px, y: py }: Pull, dx: number, dy: number): Element => {
  const least = element.kind === 'line' ? leastThickness : leastSide;
  let w = Math.max(leastSide, element.w + px * dx);
  let h = Math.max(least, element.h + py * dy);
  if (element.kind === 'qr') {
    const side = px === 0 ? h : py === 0 ? w : Math.max(w, h);
    w = side;
    h = side;
  }
  const x = px < 0 ? Math.max(0, element.x + element.w - w) : element.x;
  const y = py < 0 ? Math.max(0, element.y + element.h - h) : element.y;
  return { ...element, x: tidy(x), y: tidy(y), w: tidy(w), h: tidy(h) } as Element;
};

/** Lines that an edge or a middle may come to lie on. */
export interface Snap {
  dx: number;
  dy: number;
  /** Millimetres of the guides it lies on now. */
  guideX?: number;
  guideY?: number;
}
const near = 0.5;

/** What to add to a box so that it lies on the edges and middles of others or of the paper, else on half millimetres. */
export const snapped = (box: Box, others: readonly Box[], { widthMm, heightMm }: Paper): Snap => {
  const along = (at: number, side: number, lines: readonly number[]): { by: number; guide?: number } => {
    let best: { by: number; guide?: number } = { by: toHalf(at) - at };
    let distance = near;
    for (const line of lines)
      for (const own of [at, at + side / 2, at + side])
        if (Math.abs(line - own) < distance) {
          distance = Math.abs(line - own);
          best = { by: line - own, guide: line };
        }
    return best;
  };
  const xs = [0, widthMm / 2, widthMm, ...others.flatMap(({ x, w }) => [x, x + w / 2, x + w])];
  const ys = [0, heightMm / 2, heightMm, ...others.flatMap(({ y, h }) => [y, y + h / 2, y + h])];
  const x = along(box.x, box.w, xs);
  const y = along(box.y, box.h, ys);
  return { dx: x.by, dy: y.by, guideX: x.guide, guideY: y.guide };
};

/** A free name for a further element. */
export const freeId = (elements: readonly Element[]): string => {
  let n = elements.length + 1;
  while (elements.some(({ id }) => id === `e${n}`)) n += 1;
  return `e${n}`;
};

/** Twins of elements, two millimetres further, above all others. */
export const twins = (fields: MouldFields, sources: readonly Element[]): { fields: MouldFields; ids: string[] } => {
  const elements = [...fields.elements];
  const ids: string[] = [];
  for (const source of sources) {
    const id = freeId(elements);
    ids.push(id);
    elements.push({ ...source, id, x: tidy(source.x + 2), y: tidy(source.y + 2), locked: false });
  }
  return { fields: { ...fields, elements }, ids };
};
