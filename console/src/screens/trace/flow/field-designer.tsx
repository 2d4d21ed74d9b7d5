import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { FieldType } from '@zhuiyuan/contract/trace/flow/flow-enums';
import { mostFields } from '@zhuiyuan/contract/trace/flow/flow-field';
import { Button, Dropdown, Form } from 'antd';
import Plus from 'icon:plus';
import { useState } from 'react';
import { fieldIssues, newField, type FieldDraft } from './field-draft.ts';
import { FieldProperties } from './field-properties.tsx';
import { FieldRow } from './field-row.tsx';
import './field-designer.css';

const none: FieldDraft[] = [];

/** The fields of a flow type: a list to sort by dragging or with the keyboard, and what the picked one asks for. */
export const FieldDesigner = ({
  id,
  value = none,
  onChange,
  usedKeys,
}: {
  id?: string;
  value?: FieldDraft[];
  onChange?: (fields: FieldDraft[]) => void;
  /** Fields that records hold values of. */
  usedKeys: ReadonlySet<string>;
}) => {
  const [pickedKey, setPickedKey] = useState<string>();
  const { status } = Form.Item.useStatus();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const issues = fieldIssues(value);
  const picked = value.findIndex(({ key }) => key === pickedKey);
  const field = value[picked];
  const change = (at: number, part: Partial<FieldDraft>) =>
    onChange?.(value.map((each, place) => (place === at ? { ...each, ...part } : each)));
  const add = (type: FieldDraft['type']) => {
    const fresh = newField(value, type as never);
    onChange?.([...value, fresh]);
    setPickedKey(fresh.key);
  };
  return (
    <div className="zy-designer" id={id} tabIndex={-1}>
      <div className="zy-designer-list">
        <DndContext
          sensors={sensors}
          collisionDetection={closestCenter}
          onDragEnd={({ active, over }) => {
            const [from, to] = [active.id, over?.id].map((key) => value.findIndex((each) => each.key === key));
            if (from !== undefined && to !== undefined && from >= 0 && to >= 0 && from !== to)
              onChange?.(arrayMove(value, from, to));
          }}
        >
          <SortableContext items={value.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
            <ol>
              {value.map((each, at) => (
                <FieldRow
                  key={each.key}
                  field={each}
                  isPicked={at === picked}
                  isUsed={usedKeys.has(each.key)}
                  isWrong={status === 'error' && issues.has(at)}
                  pick={() => setPickedKey(each.key)}
                  hide={() => change(at, { isHidden: !each.isHidden })}
                  remove={() => onChange?.(value.filter(({ key }) => key !== each.key))}
                />
              ))}
            </ol>
          </SortableContext>
        </DndContext>
        {value.length === 0 && <p className="zy-designer-none">还没有字段，记录只填时间、地点和图片</p>}
        <Dropdown
          trigger={['click']}
          menu={{
            className: 'zy-designer-types',
            items: FieldType.options.map(({ value: key, label }) => ({ key, label })),
            onClick: ({ key }) => add(key as never),
          }}
          disabled={value.length >= mostFields}
        >
          <Button block icon={<Plus size={14} strokeWidth={1.6} aria-hidden="true" />}>
            添加字段（{value.length}/{mostFields}）
          </Button>
        </Dropdown>
      </div>
      <div className="zy-designer-properties">
        {field ? (
          <FieldProperties
            key={field.key}
            field={field}
            isUsed={usedKeys.has(field.key)}
            issues={issues.get(picked) ?? {}}
            change={(part) => change(picked, part)}
          />
        ) : (
          <p className="zy-designer-none">{value.length > 0 ? '选择左侧的字段，设置它的填写规则' : '先添加一个字段'}</p>
        )}
      </div>
    </div>
  );
};
