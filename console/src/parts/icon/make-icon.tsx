import { createElement, type ReactNode, type SVGProps } from 'react';

export interface IconProps extends SVGProps<SVGSVGElement> {
  /** Width and height in pixels. */
  size?: number;
}

export type IconType = (props: IconProps) => ReactNode;

/** One shape of a drawing: its element and its attributes. */
export type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>];

/** A drawing of 24 by 24 in the colour of the text beside it; hidden from who listens unless it is named. */
export const makeIcon =
  (shapes: readonly Shape[]): IconType =>
  ({ size = 24, ...props }) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden={props['aria-label'] === undefined ? true : undefined}
      {...props}
    >
      {shapes.map(([tag, attributes], at) => createElement(tag, { key: at, ...attributes }))}
    </svg>
  );
