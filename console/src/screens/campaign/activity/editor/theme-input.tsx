import { PlayTheme } from '@zhuiyuan/contract/campaign/campaign-states';
import { playColors } from '@zhuiyuan/contract/campaign/play-colors';
import './theme-input.css';

/** 主题色: one of the sets of colours the shopper's page has, each shown as it is. */
export const ThemeInput = ({
  id,
  value,
  onChange,
}: {
  id?: string;
  value?: PlayTheme;
  onChange?: (theme: PlayTheme) => void;
}) => (
  <div className="zy-themes" id={id} role="radiogroup" aria-label="主题色">
    {PlayTheme.options.map(({ value: theme, label }) => {
      const { ground, panel, hub } = playColors[theme];
      return (
        <button key={theme} type="button" role="radio" aria-checked={theme === value} onClick={() => onChange?.(theme)}>
          <span aria-hidden="true">
            {[ground, panel, hub].map((color) => (
              <i key={color} style={{ background: color }} />
            ))}
          </span>
          {label}
        </button>
      );
    })}
  </div>
);
