import { id } from '@zhuiyuan/contract/kit/fields';
import { TemplateDraft } from '@zhuiyuan/contract/trace/template/template';
import { FontSize } from '@zhuiyuan/contract/trace/template/template-theme';
import { ColorPicker } from 'antd';
import { OwnField, RadioField, SelectField, TextField } from '../../../parts/form/fields.tsx';
import { ImageField } from '../../../parts/gallery/image-field.tsx';
import type { Choices } from '../../../parts/form/choices.ts';
import type { Content } from './content.ts';
import { OwnForm } from './own-form.tsx';

const presets = ['#0b5d4e', '#1d5fa8', '#8a1c1c', '#7a4a12', '#5b3a8c', '#2f3b4c'];
const grounds = ['#f4f3ef', '#ffffff', '#f3f5f8', '#fbf3e6', '#eef5f0'];

const ColorInput = ({
  id: name,
  value,
  onChange,
  among,
}: {
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
  among: string[];
}) => (
  <span id={name}>
    <ColorPicker
      value={value}
      showText
      disabledAlpha
      format="hex"
      presets={[{ label: '常用', colors: among }]}
      onChange={(color) => onChange?.(color.toHexString().slice(0, 7))}
    />
  </span>
);

const own = TemplateDraft.omit({ blocks: true });
const withFirm = own.extend({ firmId: id('请选择所属企业') });

/** What belongs to the whole page: its firm, name, cover and theme. */
export const PageForm = ({
  content,
  firms,
  isNew,
  change,
}: {
  content: Content;
  /** Absent for staff of a firm, who need not choose one. */
  firms: Choices | undefined;
  isNew: boolean;
  change: (content: Partial<Content>) => void;
}) => {
  const { blocks: _blocks, ...page } = content;
  return (
    <>
      <h3 className="zy-editor-title">页面设置</h3>
      <OwnForm schema={firms ? withFirm : own} value={page} change={change}>
        <div className="zy-group-grid">
          {firms && <SelectField name="firmId" label="所属企业" from={firms} disabled={!isNew} isWide />}
          <TextField name="name" label="模板名称" isWide />
          <ImageField name="cover" label="封面" help="只在模板列表中显示" isWide />
          <OwnField name="theme.color" label="主题色">
            <ColorInput among={presets} />
          </OwnField>
          <OwnField name="theme.background" label="背景色">
            <ColorInput among={grounds} />
          </OwnField>
          <RadioField name="theme.fontSize" label="字号" from={FontSize} isWide />
          <ImageField name="theme.headerImage" label="头图" help="衬在防伪结果后面，颜色仍由查询结果决定" isWide />
        </div>
      </OwnForm>
    </>
  );
};
