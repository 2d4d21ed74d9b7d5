import CircleX from 'icon:circle-x';

/** `allowClear` of a select, whose button is named in our language: it stands in the order of Tab. */
export const clearable = {
  label: '清除',
  clearIcon: <CircleX size={14} strokeWidth={1.6} aria-hidden="true" />,
};
