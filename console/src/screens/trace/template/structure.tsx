import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { BlockKind, laterKinds, type Block } from '@zhuiyuan/contract/trace/template/template-blocks';
import Copy from 'icon:copy';
import Eye from 'icon:eye';
import EyeOff from 'icon:eye-off';
import GripVertical from 'icon:grip-vertical';
import Lock from 'icon:lock';
import Trash2 from 'icon:trash-2';
import type { BlockActs } from './block-acts.ts';
import { blockIcons } from './block-icons.ts';

const nameOf = (block: Block): string => {
  const label = BlockKind.label(block.kind);
  return 'title' in block && block.title ? `${label} · ${block.title}` : label;
};

const Row = ({
  block,
  isSelected,
  isWrong,
  acts,
}: {
  block: Block;
  isSelected: boolean;
  isWrong: boolean;
  acts: BlockActs;
}) => {
  const isFixed = block.kind === 'verdict';
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: block.id,
    disabled: isFixed,
  });
  const Icon = blockIcons[block.kind];
  const name = nameOf(block);
  const state = [
    'zy-block',
    isSelected && 'zy-block-selected',
    block.hidden && 'zy-block-hidden',
    isDragging && 'zy-block-dragged',
    isWrong && 'zy-block-wrong',
  ];
  return (
    <li
      ref={setNodeRef}
      className={state.filter(Boolean).join(' ')}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      {isFixed ? (
        <span className="zy-block-grip" title="防伪结果固定在页面最上方">
          <Lock size={14} strokeWidth={1.6} aria-hidden="true" />
        </span>
      ) : (
        <button
          type="button"
          ref={setActivatorNodeRef}
          className="zy-block-grip"
          aria-label={`移动${name}，空格拿起，方向键移动`}
          {...attributes}
          {...listeners}
        >
          <GripVertical size={14} strokeWidth={1.6} aria-hidden="true" />
        </button>
      )}
      <button
        type="button"
        className="zy-block-name"
        aria-pressed={isSelected}
        title={laterKinds.has(block.kind) ? `${name}（该功能开通后展示）` : name}
        onClick={() => acts.select(block.id)}
      >
        <Icon size={16} strokeWidth={1.6} aria-hidden="true" />
        <span>{name}</span>
      </button>
      {!isFixed && (
        <span className="zy-block-acts">
          <button
            type="button"
            className="zy-icon-button"
            aria-label={block.hidden ? `显示${name}` : `隐藏${name}`}
            title={block.hidden ? '显示' : '隐藏'}
            onClick={() => acts.flip(block.id)}
          >
            {block.hidden ? <EyeOff size={14} strokeWidth={1.6} /> : <Eye size={14} strokeWidth={1.6} />}
          </button>
          <button
            type="button"
            className="zy-icon-button"
            aria-label={`复制${name}`}
            title="复制"
            onClick={() => acts.duplicate(block.id)}
          >
            <Copy size={14} strokeWidth={1.6} />
          </button>
          <button
            type="button"
            className="zy-icon-button"
            aria-label={`删除${name}`}
            title="删除"
            onClick={() => acts.remove(block.id)}
          >
            <Trash2 size={14} strokeWidth={1.6} />
          </button>
        </span>
      )}
    </li>
  );
};

/** The blocks of the page in their order: dragged or moved by the keyboard, hidden, duplicated, removed. */
export const Structure = ({
  blocks,
  selected,
  wrong,
  acts,
}: {
  blocks: readonly Block[];
  selected: string | undefined;
  wrong: ReadonlySet<number>;
  acts: BlockActs;
}) => {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const end = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id) acts.move(String(active.id), String(over.id));
  };
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={end}>
      <SortableContext items={blocks.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ol className="zy-blocks">
          {blocks.map((block, at) => (
            <Row key={block.id} block={block} isSelected={block.id === selected} isWrong={wrong.has(at)} acts={acts} />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
};
