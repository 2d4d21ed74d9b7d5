import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { FieldType } from '@zhuiyuan/contract/trace/flow/flow-enums';
import { Tooltip } from 'antd';
import CircleAlert from 'icon:circle-alert';
import Eye from 'icon:eye';
import EyeOff from 'icon:eye-off';
import GripVertical from 'icon:grip-vertical';
import Trash2 from 'icon:trash-2';
import type { FieldDraft } from './field-draft.ts';

/** One field in the list of a designer: dragged by its handle, hidden, or removed while no record uses it. */
export const FieldRow = ({
  field,
  isPicked,
  isUsed,
  isWrong,
  pick,
  hide,
  remove,
}: {
  field: FieldDraft;
  isPicked: boolean;
  isUsed: boolean;
  isWrong: boolean;
  pick: () => void;
  hide: () => void;
  remove: () => void;
}) => {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: field.key,
  });
  const label = field.label || '未命名字段';
  const classes = [
    'zy-designer-row',
    isPicked && 'zy-designer-picked',
    isDragging && 'zy-designer-dragged',
    field.isHidden && 'zy-designer-hidden',
  ];
  return (
    <li
      ref={setNodeRef}
      className={classes.filter(Boolean).join(' ')}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className="zy-designer-grip"
        {...attributes}
        {...listeners}
        aria-label={`拖动“${label}”调整顺序`}
      >
        <GripVertical size={14} strokeWidth={1.6} aria-hidden="true" />
      </button>
      <button type="button" className="zy-designer-name" aria-pressed={isPicked} onClick={pick}>
        <span>{label}</span>
        {field.required === true && <i aria-label="必填">*</i>}
        <small>{FieldType.label(field.type)}</small>
      </button>
      {isWrong && <CircleAlert className="zy-designer-wrong" size={14} strokeWidth={1.6} aria-label="需要修改" />}
      <Tooltip title={field.isHidden ? '恢复填写' : '隐藏，不再填写'}>
        <button
          type="button"
          className="zy-icon-button"
          aria-label={`${field.isHidden ? '恢复' : '隐藏'} ${label}`}
          onClick={hide}
        >
          {field.isHidden ? <EyeOff size={14} strokeWidth={1.6} /> : <Eye size={14} strokeWidth={1.6} />}
        </button>
      </Tooltip>
      <Tooltip title={isUsed ? '已有数据，不能删除或修改类型' : '删除'}>
        <button
          type="button"
          className="zy-icon-button"
          aria-label={`删除 ${label}`}
          disabled={isUsed}
          onClick={remove}
        >
          <Trash2 size={14} strokeWidth={1.6} aria-hidden="true" />
        </button>
      </Tooltip>
    </li>
  );
};
