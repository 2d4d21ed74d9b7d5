import { z } from 'zod';
import { enumeration } from '../../kit/enumeration.ts';
import { optionalFileAddress } from '../../kit/picture.ts';

export const FontSize = enumeration({
  small: { value: 1, label: '小' },
  medium: { value: 2, label: '标准' },
  large: { value: 3, label: '大' },
});

/** Relative luminance of `#rrggbb`, 0 (black) to 1 (white), as WCAG has it. */
const luminance = (colour: string): number => {
  const channel = (at: number) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
};

/** How well two colours can be told apart, 1 (not at all) to 21. */
const contrast = (one: string, other: string): number => {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};

const colour = (missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, missing);

/** Look of a trace page: the colour of what can be tapped, the ground behind the cards, the size of the text, a picture behind the head. */
export const Theme = z.object({
  color: colour('请选择主题色')
    .refine((value) => contrast(value, '#ffffff') >= 4.5, '主题色太浅，白色文字看不清')
    .default('#0b5d4e'),
  background: colour('请选择背景色')
    .refine((value) => contrast(value, '#5f6560') >= 3, '背景色太深，页面文字看不清')
    .default('#f4f3ef'),
  fontSize: FontSize.schema.default(2),
  headerImage: optionalFileAddress,
});
export type Theme = z.output<typeof Theme>;
