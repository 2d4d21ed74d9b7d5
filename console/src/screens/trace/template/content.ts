import { builtInBlocks, builtInTheme } from '@zhuiyuan/contract/trace/template/built-in-template';
import {
  blockSchemas,
  mostBlocks,
  type Block,
  type BlockKind,
} from '@zhuiyuan/contract/trace/template/template-blocks';
import type { Theme } from '@zhuiyuan/contract/trace/template/template-theme';
import { moved } from '../../../parts/gallery/image-field.tsx';

/** A template as it is being edited. */
export interface Content {
  firmId?: number;
  name: string;
  cover: string;
  blocks: Block[];
  theme: Theme;
}

export const newContent = (): Content => ({ name: '', cover: '', blocks: builtInBlocks, theme: builtInTheme });

const newId = (): string => crypto.randomUUID().slice(0, 8);

/** The blocks with a new one of a kind behind the block of `after`, or at the end; unchanged when there are 40. */
export const withBlock = (
  blocks: Block[],
  kind: BlockKind,
  after: string | undefined,
): { blocks: Block[]; id: string | undefined } => {
  if (blocks.length >= mostBlocks) return { blocks, id: after };
  const id = newId();
  const block = blockSchemas[kind].parse({ kind, id }) as Block;
  const at = blocks.findIndex((each) => each.id === after);
  return { blocks: at < 0 ? [...blocks, block] : blocks.toSpliced(at + 1, 0, block), id };
};

/** The blocks with a twin behind one of them. */
export const withTwin = (blocks: Block[], of: string): { blocks: Block[]; id: string } => {
  const at = blocks.findIndex(({ id }) => id === of);
  const source = blocks[at];
  if (!source || source.kind === 'verdict' || blocks.length >= mostBlocks) return { blocks, id: of };
  const id = newId();
  return { blocks: blocks.toSpliced(at + 1, 0, { ...structuredClone(source), id }), id };
};

/** The blocks with one moved to the place of another; 防伪结果 stays first. */
export const withMove = (blocks: Block[], from: string, to: string): Block[] => {
  const place = (id: string) => blocks.findIndex((block) => block.id === id);
  const first = blocks[0]?.kind === 'verdict' ? 1 : 0;
  return moved(blocks, place(from), Math.max(first, place(to)));
};
