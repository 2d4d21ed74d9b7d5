import { forwardRef, type HTMLAttributes } from 'react';

interface AntdIconProps extends HTMLAttributes<HTMLSpanElement> {
  spin?: boolean;
  /** Degrees. */
  rotate?: number;
}

/** An icon that antd's own components show, as antd expects it: its class names, and a name for who listens. */
export const makeAntdIcon = (name: string, viewBox: string, paths: readonly Record<string, string>[]) =>
  forwardRef<HTMLSpanElement, AntdIconProps>(({ className, spin, rotate, tabIndex, onClick, ...props }, ref) => {
    const isTurning = (spin ?? false) || name === 'loading';
    return (
      <span
        role="img"
        aria-label={name}
        {...props}
        ref={ref}
        tabIndex={tabIndex ?? (onClick ? -1 : undefined)}
        onClick={onClick}
        className={['anticon', `anticon-${name}`, isTurning && 'anticon-spin', className].filter(Boolean).join(' ')}
      >
        <svg
          viewBox={viewBox}
          focusable="false"
          data-icon={name}
          width="1em"
          height="1em"
          fill="currentColor"
          aria-hidden="true"
          style={rotate ? { transform: `rotate(${rotate}deg)` } : undefined}
        >
          {paths.map((path) => (
            <path key={path.d} {...path} />
          ))}
        </svg>
      </span>
    );
  });
