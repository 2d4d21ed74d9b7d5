import { Button, Form } from 'antd';
import Plus from 'icon:plus';
import Trash2 from 'icon:trash-2';
import { useContext, useEffect, type ReactNode } from 'react';
import { useItemName, usePath } from './field.tsx';
import { RowContext, SectionContext, useFormParts } from './form-context.ts';

/** Rows inside a draft: fields in the children are named within their row. The texts of a row's errors stand under its fields, those of all rows below them. */
export const RowFields = ({
  name,
  label,
  add,
  blank,
  most,
  children,
}: {
  name: string;
  label: string;
  /** Words of the button: 添加规格. */
  add: string;
  blank: () => Record<string, unknown>;
  most?: number;
  children: (at: number) => ReactNode;
}) => {
  const { know } = useFormParts();
  const isInRow = useContext(RowContext) !== null;
  const path = usePath(name);
  const itemName = useItemName(name);
  const register = useContext(SectionContext);
  const key = path.join('.');
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key says what the path is
  useEffect(() => register?.(path), [register, key]);
  useEffect(() => {
    if (!isInRow) know?.({ label, path: name.split('.'), control: undefined, valueName: 'value' });
  }, [know, isInRow, label, name]);
  return (
    <Form.List name={itemName}>
      {(rows, { add: append, remove }, { errors }) => (
        <div className="zy-rows" role="group" aria-label={label}>
          {rows.map((row, at) => (
            <div key={row.key} className="zy-row">
              <RowContext value={{ path: [...path, row.name], at: row.name }}>{children(at)}</RowContext>
              <button
                type="button"
                className="zy-icon-button"
                aria-label={`删除第 ${at + 1} 行`}
                onClick={() => remove(row.name)}
              >
                <Trash2 size={16} strokeWidth={1.6} aria-hidden="true" />
              </button>
            </div>
          ))}
          <Button
            icon={<Plus size={14} strokeWidth={1.6} />}
            disabled={most !== undefined && rows.length >= most}
            onClick={() => append(blank())}
          >
            {add}
          </Button>
          <Form.ErrorList errors={errors} />
        </div>
      )}
    </Form.List>
  );
};
