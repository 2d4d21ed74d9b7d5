import type { FormContent, FormField } from '@zhuiyuan/contract/settings/form-content';

type Kind = 'text' | 'area' | 'number' | 'radio' | 'image' | 'file';

/** One field of a settings form: its key, label, first value and how it is filled in. */
export interface SettingField {
  key: string;
  label: string;
  kind: Kind;
  required: boolean;
  value: string;
  tips: string;
  options: [value: string, label: string][];
}

/** A settings form by its fixed number. */
export interface SettingForm {
  id: number;
  name: string;
  fields: SettingField[];
}

type Options = Partial<Pick<SettingField, 'required' | 'value' | 'tips'>>;

const field =
  (kind: Kind) =>
  (key: string, label: string, { required = false, value = '', tips = '' }: Options = {}): SettingField => ({
    key,
    label,
    kind,
    required,
    value,
    tips,
    options: [],
  });

export const text = field('text');
export const area = field('area');
export const number = field('number');
export const image = field('image');
export const file = field('file');
export const radio = (key: string, label: string, options: [string, string][], rest: Options = {}): SettingField => ({
  ...field('radio')(key, label, rest),
  options,
});
export const form = (id: number, name: string, fields: SettingField[]): SettingForm => ({ id, name, fields });

const tags: Record<Kind, string> = {
  text: 'el-input',
  area: 'el-input',
  number: 'el-input-number',
  radio: 'el-radio-group',
  image: 'self-upload',
  file: 'upload-file',
};

const contentField = (
  { key, label, kind, required, value, tips, options }: SettingField,
  formId: number,
): FormField => ({
  __config__: {
    label,
    labelWidth: null,
    showLabel: true,
    tag: tags[kind],
    tagIcon: kind === 'area' ? 'textarea' : kind === 'text' ? 'input' : kind,
    required,
    layout: 'colFormItem',
    span: 24,
    regList: [],
    defaultValue: value,
    ...(tips ? { tips: true, tipsDesc: tips } : {}),
    formId,
  },
  __slot__: {
    prepend: '',
    append: '',
    ...(kind === 'radio' ? { options: options.map(([of, name]) => ({ value: of, label: name })) } : {}),
  },
  __vModel__: key,
  placeholder: `${kind === 'radio' || kind === 'image' || kind === 'file' ? '请选择' : '请输入'}${label}`,
  ...(kind === 'area' ? { type: 'textarea', autosize: { minRows: 4, maxRows: 8 } } : {}),
  ...(kind === 'image' ? { multiple: false } : {}),
});

/** What is stored for a form, in the shape the form renderer reads. */
export const toContent = ({ id, fields }: SettingForm): FormContent => ({
  formRef: 'elForm',
  formModel: 'formData',
  size: 'small',
  labelPosition: 'right',
  labelWidth: 180,
  formRules: 'rules',
  gutter: 15,
  disabled: false,
  span: 24,
  formBtns: true,
  fields: fields.map((one, at) => contentField(one, id * 100 + at + 1)),
});
