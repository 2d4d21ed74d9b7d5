import type { Element } from '@zhuiyuan/contract/codes/label/elements';
import { useEffect, useRef, type Dispatch, type SetStateAction } from 'react';
import { changed, moved, redone, twins, undone, type MouldState } from './mould-state.ts';

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const step = 0.5;
const largeStep = 5;

/** Removes what is chosen and not locked. */
export const removed = (state: MouldState): MouldState =>
  changed(state, {
    ...state.now,
    elements: state.now.elements.filter(({ id, locked }) => locked || !state.chosen.includes(id)),
  });

/** Puts twins of elements above all others and chooses them. */
export const doubled = (state: MouldState, sources: readonly Element[]): MouldState => {
  if (sources.length === 0) return state;
  const { fields, ids } = twins(state.now, sources);
  return { ...changed(state, fields), chosen: ids };
};

const chosenOf = ({ now, chosen }: MouldState): Element[] => now.elements.filter(({ id }) => chosen.includes(id));

/** The keys of the designer; not while something is typed, nor in a tab that is hidden. */
export const useMouldKeys = (
  root: { current: HTMLElement | null },
  state: MouldState,
  setState: Dispatch<SetStateAction<MouldState>>,
  save: () => void,
): void => {
  const clip = useRef<Element[]>([]);
  const latest = useRef({ state, save });
  useEffect(() => {
    latest.current = { state, save };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (!root.current?.offsetParent || target.closest('.ant-modal, [role="dialog"]')) return;
      const isCommand = event.ctrlKey || event.metaKey;
      const key = event.key.toLowerCase();
      if (isCommand && key === 's') {
        event.preventDefault();
        latest.current.save();
        return;
      }
      if (target.closest('input, textarea, [contenteditable], .ant-select')) return;
      const act = (next: (before: MouldState) => MouldState) => {
        event.preventDefault();
        setState(next);
      };
      if (isCommand && key === 'z') return act(event.shiftKey ? redone : undone);
      if (isCommand && key === 'y') return act(redone);
      if (isCommand && key === 'd') return act((before) => doubled(before, chosenOf(before)));
      if (isCommand && key === 'a')
        return act((before) => ({ ...before, chosen: before.now.elements.map(({ id }) => id) }));
      if (isCommand && key === 'c') {
        clip.current = chosenOf(latest.current.state);
        return;
      }
      if (isCommand && key === 'v') return act((before) => doubled(before, clip.current));
      if (isCommand) return;
      if (event.key === 'Escape') return act((before) => ({ ...before, chosen: [] }));
      if (event.key === 'Delete' || event.key === 'Backspace') return act(removed);
      const arrow = arrows[event.key];
      if (!arrow || latest.current.state.chosen.length === 0) return;
      const by = event.shiftKey ? largeStep : step;
      act((before) => changed(before, moved(before.now, before.chosen, arrow[0] * by, arrow[1] * by)));
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [root, setState]);
};
