import { quietMm } from '@zhuiyuan/contract/codes/label/check-mould';
import type { LabelValues } from '@zhuiyuan/contract/codes/label/elements';
import { grown, turnedBox } from '@zhuiyuan/contract/codes/label/geometry';
import { useRef, useState, type Dispatch, type PointerEvent, type RefObject, type SetStateAction } from 'react';
import { changed, moved, resized, snapped, toHalf, withElements, type MouldState, type Pull } from './mould-state.ts';

interface Drag {
  pull?: Pull;
  id: string;
  from: { x: number; y: number };
  base: MouldState['now'];
  chosen: string[];
  hasMoved: boolean;
}

/** Picks elements of the paper `svg`, moves and pulls them; `guides` are the lines that one snapped to. */
export const useStageDrag = ({
  svg,
  state: { now, chosen },
  setState,
  values,
  scale,
  air,
  snaps,
  tellPlace,
}: {
  svg: RefObject<SVGSVGElement | null>;
  state: MouldState;
  setState: Dispatch<SetStateAction<MouldState>>;
  values: LabelValues;
  /** CSS pixels of a millimetre. */
  scale: number;
  /** Millimetres around the paper. */
  air: number;
  snaps: boolean;
  tellPlace: (place: { x: number; y: number } | undefined) => void;
}) => {
  const drag = useRef<Drag>(undefined);
  const [guides, setGuides] = useState<{ x?: number; y?: number }>({});
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
      const snap = snapped({ ...box, x: box.x + dx, y: box.y + dy }, others, now.paper);
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
  return { guides, placeOf, begin, move, end };
};
