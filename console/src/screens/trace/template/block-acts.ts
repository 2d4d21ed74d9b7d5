import type { Block } from '@zhuiyuan/contract/trace/template/template-blocks';
import { withMove, withTwin } from './content.ts';

/** What can be done with the blocks of a template. */
export interface BlockActs {
  select: (id: string) => void;
  move: (from: string, to: string) => void;
  flip: (id: string) => void;
  duplicate: (id: string) => void;
  remove: (id: string) => void;
}

/** The acts on these blocks; `put` takes the blocks as they are afterwards, and which of them is being edited. */
export const blockActs = ({
  blocks,
  selected,
  select,
  put,
  unselect,
}: {
  blocks: Block[];
  selected: string | undefined;
  select: (id: string) => void;
  put: (blocks: Block[], at?: string) => void;
  unselect: () => void;
}): BlockActs => ({
  select,
  move: (from, to) => put(withMove(blocks, from, to)),
  flip: (of) => put(blocks.map((block) => (block.id === of ? { ...block, hidden: !block.hidden } : block))),
  duplicate: (of) => {
    const twin = withTwin(blocks, of);
    put(twin.blocks, twin.id);
  },
  remove: (of) => {
    put(blocks.filter((block) => block.id !== of));
    if (selected === of) unselect();
  },
});
