import type { Element } from '@zhuiyuan/contract/codes/label/elements';
import { Input } from 'antd';
import Lock from 'icon:lock';
import { useState } from 'react';
import { kindIcons, nameOf } from './element-kinds.ts';

const sizeOf = (element: Element): string =>
  'size' in element
    ? `${element.size} pt`
    : element.kind === 'line'
      ? `${element.w} mm`
      : `${element.w} × ${element.h}`;

/** 图层: the elements from the highest to the lowest; dragging orders them, a double click names one. */
export const Layers = ({
  elements,
  chosen,
  choose,
  order,
  rename,
}: {
  elements: readonly Element[];
  chosen: readonly string[];
  choose: (id: string, adds: boolean) => void;
  order: (id: string, before: string) => void;
  rename: (id: string, name: string) => void;
}) => {
  const [named, setNamed] = useState<string>();
  const [dragged, setDragged] = useState<string>();
  return (
    <section className="zy-layers" aria-label="图层">
      <h3>图层</h3>
      <ul>
        {elements.toReversed().map((element) => {
          const Icon = kindIcons[element.kind];
          const { id } = element;
          return (
            <li
              key={id}
              draggable={named !== id}
              onDragStart={() => setDragged(id)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={() => {
                if (dragged && dragged !== id) order(dragged, id);
                setDragged(undefined);
              }}
            >
              {named === id ? (
                <Input
                  autoFocus
                  size="small"
                  aria-label="图层名称"
                  maxLength={30}
                  defaultValue={element.name || nameOf(element)}
                  onBlur={({ target }) => {
                    rename(id, target.value.trim());
                    setNamed(undefined);
                  }}
                  onPressEnter={(event) => event.currentTarget.blur()}
                />
              ) : (
                <button
                  type="button"
                  aria-pressed={chosen.includes(id)}
                  onClick={(event) => choose(id, event.ctrlKey || event.metaKey)}
                  onDoubleClick={() => setNamed(id)}
                >
                  <Icon size={14} strokeWidth={1.6} aria-hidden="true" />
                  <span>{nameOf(element)}</span>
                  {element.locked && <Lock size={12} strokeWidth={1.6} aria-label="已锁定" />}
                  <small>{sizeOf(element)}</small>
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
};
