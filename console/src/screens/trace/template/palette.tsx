import { BlockKind, laterKinds, mostBlocks } from '@zhuiyuan/contract/trace/template/template-blocks';
import { blockIcons } from './block-icons.ts';

/** Every kind of block; a click puts one behind the block being edited. 防伪结果 is always there already. */
export const Palette = ({ count, add }: { count: number; add: (kind: BlockKind) => void }) => {
  const isFull = count >= mostBlocks;
  return (
    <div className="zy-palette">
      {BlockKind.options
        .filter(({ value }) => value !== 'verdict')
        .map(({ value, label }) => {
          const Icon = blockIcons[value];
          const isLater = laterKinds.has(value);
          return (
            <button
              key={value}
              type="button"
              disabled={isFull}
              className={isLater ? 'zy-palette-later' : undefined}
              title={isFull ? `组件不能超过${mostBlocks}个` : isLater ? '该功能开通后展示' : `添加${label}`}
              onClick={() => add(value)}
            >
              <Icon size={18} strokeWidth={1.6} aria-hidden="true" />
              {label}
            </button>
          );
        })}
    </div>
  );
};
