import { builtInBlocks } from '@zhuiyuan/contract/trace/template/built-in-template';
import { Blocks, BlockKind, mostBlocks, type Block } from '@zhuiyuan/contract/trace/template/template-blocks';
import { describe, expect, it } from 'vitest';
import { newContent, withBlock, withMove, withTwin } from './content.ts';

const kinds = (blocks: readonly Block[]) => blocks.map(({ kind }) => kind);

describe('blocks of a template', () => {
  it('begin as the built-in page, and every kind of the palette can be added as it is', () => {
    let { blocks } = newContent();
    for (const { value } of BlockKind.options)
      if (value !== 'verdict') ({ blocks } = withBlock(blocks, value, undefined));
    expect(Blocks.safeParse(blocks).success).toBe(true);
    expect(blocks).toHaveLength(builtInBlocks.length + BlockKind.options.length - 1);
  });

  it('are added behind the chosen one, forty at most', () => {
    const { blocks, id } = withBlock(builtInBlocks, 'video', 'product');
    expect(kinds(blocks).slice(0, 3)).toEqual(['verdict', 'product', 'video']);
    expect(blocks[2]?.id).toBe(id);
    let full = blocks;
    for (let count = 0; count < 60; count += 1) full = withBlock(full, 'divider', undefined).blocks;
    expect(full).toHaveLength(mostBlocks);
    expect(withTwin(full, 'product').blocks).toHaveLength(mostBlocks);
  });

  it('are duplicated behind themselves with a mark of their own, the verdict never', () => {
    const { blocks, id } = withTwin(builtInBlocks, 'flows');
    expect(kinds(blocks).filter((kind) => kind === 'flows')).toHaveLength(2);
    expect(blocks[4]).toEqual({ ...blocks[3], id });
    expect(withTwin(builtInBlocks, 'verdict').blocks).toBe(builtInBlocks);
  });

  it('move, but not before the verdict', () => {
    expect(kinds(withMove(builtInBlocks, 'report', 'verdict')).slice(0, 3)).toEqual(['verdict', 'report', 'product']);
    expect(kinds(withMove(builtInBlocks, 'product', 'flows')).slice(0, 4)).toEqual([
      'verdict',
      'lottery',
      'flows',
      'product',
    ]);
  });
});
