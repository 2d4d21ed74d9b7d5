import { Form, Tooltip } from 'antd';
import CircleQuestionMark from 'icon:circle-question-mark';
import { useContext, useEffect, type ReactElement, type ReactNode } from 'react';
import { RowContext, SectionContext, useFormParts } from './form-context.ts';
import { isRequired, type Path } from './issues.ts';

/** What every field takes. `name` is the field's name in the draft schema (dots reach into objects); rules, star and texts come from there. */
export interface FieldProps {
  name: string;
  label: string;
  /** Under the control, only where it changes what one types. */
  help?: ReactNode;
  /** Behind a question mark beside the label. */
  hint?: ReactNode;
  /** Takes the whole width in a form of two columns. */
  isWide?: boolean;
  /** Has the star although the draft lets it out: it is shown only where it is required. */
  hasStar?: boolean;
}

/** Path of a field within the draft, also inside rows. */
export const usePath = (name: string): Path => [...(useContext(RowContext)?.path ?? []), ...name.split('.')];

/** Name of a field as antd wants it: within its row, if it stands in one. */
export const useItemName = (name: string): (string | number)[] => {
  const row = useContext(RowContext);
  return [...(row ? [row.at] : []), ...name.split('.')];
};

/** A labelled control bound to one field of the draft. The child takes `value` and `onChange` (or what `valueName` and `read` say). */
export const Field = ({
  name,
  label,
  help,
  hint,
  isWide = false,
  valueName = 'value',
  hasStar = false,
  noStar = false,
  noLabel = false,
  children,
}: FieldProps & { valueName?: string; noStar?: boolean; noLabel?: boolean; children: ReactElement }) => {
  const { schema, check, know } = useFormParts();
  const isInRow = useContext(RowContext) !== null;
  const form = Form.useFormInstance();
  const path = usePath(name);
  const itemName = useItemName(name);
  const register = useContext(SectionContext);
  const key = path.join('.');
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key says what the path is
  useEffect(() => register?.(path), [register, key]);
  useEffect(() => {
    if (!isInRow) know?.({ label, path: name.split('.'), control: children, valueName });
  });
  return (
    <div
      className={isWide ? 'zy-field zy-field-wide' : 'zy-field'}
      onBlur={(event) => {
        const to = event.relatedTarget;
        if (event.currentTarget.contains(to)) return;
        // Leaving for 取消 or for another window is not yet an answer.
        if (to?.closest('.zy-form') || form.isFieldTouched([...path])) check(path);
      }}
    >
      <Form.Item
        name={itemName}
        label={
          noLabel ? undefined : hint ? (
            <>
              {label}
              <Tooltip title={hint}>
                <CircleQuestionMark
                  className="zy-field-hint"
                  size={14}
                  strokeWidth={1.6}
                  tabIndex={0}
                  aria-label={`${label}说明`}
                />
              </Tooltip>
            </>
          ) : (
            label
          )
        }
        required={!noStar && (hasStar || isRequired(schema, path))}
        valuePropName={valueName}
        extra={help}
      >
        {children}
      </Form.Item>
    </div>
  );
};

/** A group of fields with its title and a hairline running right. */
export const FieldGroup = ({ title, children }: { title?: string; children: ReactNode }) => (
  <div className="zy-group" role={title ? 'group' : undefined} aria-label={title}>
    {title && <h3>{title}</h3>}
    <div className="zy-group-grid">{children}</div>
  </div>
);
