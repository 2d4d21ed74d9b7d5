import { enumeration } from '../../kit/enumeration.ts';

/** The two texts of one code: 明码 (外码) outside, 暗码 (内码) inside. */
export const Face = enumeration({ outer: { value: 0, label: '明码' }, inner: { value: 1, label: '暗码' } });
export type Face = (typeof Face.options)[number]['value'];
