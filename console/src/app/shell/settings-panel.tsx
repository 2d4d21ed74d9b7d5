import type { LayoutSetting } from '@zhuiyuan/contract/access/layout-setting';
import { Button, Drawer, Segmented } from 'antd';
import Check from 'icon:check';
import { useState } from 'react';
import { systemIsDark } from '../../lib/appearance.ts';
import { changeLayout, dropLayout, keepLayout, layoutSetting, restoreLayout } from '../../lib/layout-setting.ts';
import { presets } from '../../lib/presets.ts';
import { toast } from '../../lib/toast.ts';
import { LayoutSwitches } from './layout-switches.tsx';
import { appearances } from './appearances.ts';

const delayMs = 1000;
const sideThemes: readonly [LayoutSetting['sideTheme'], string][] = [
  ['dark', '深色'],
  ['light', '浅色'],
];

const Appearance = ({ appearance }: { appearance: LayoutSetting['appearance'] }) => {
  const isDark = systemIsDark.use();
  return (
    <>
      <Segmented
        block
        aria-label="外观"
        value={appearance}
        options={appearances.map(([value, label]) => ({ value, label }))}
        onChange={(chosen) => changeLayout({ appearance: chosen })}
      />
      {appearance === 'system' && <p className="settings-note">系统现在为{isDark ? '深色' : '浅色'}</p>}
    </>
  );
};

const Swatches = ({ theme }: { theme: string }) => (
  <div className="swatches" role="radiogroup" aria-label="主题颜色">
    {presets.map(({ seed, action, name }) => (
      <label key={seed}>
        <input type="radio" name="theme" checked={seed === theme} onChange={() => changeLayout({ theme: seed })} />
        <span className={action === seed ? 'swatch swatch-deep' : 'swatch'} style={{ background: seed }}>
          {seed === theme && <Check size={16} strokeWidth={2.4} aria-hidden="true" />}
        </span>
        <span className="swatch-name">{name}</span>
      </label>
    ))}
  </div>
);

const Thumbnails = ({ sideTheme }: { sideTheme: LayoutSetting['sideTheme'] }) => (
  <div className="thumbs" role="radiogroup" aria-label="侧边栏主题">
    {sideThemes.map(([value, name]) => (
      <label key={value}>
        <input
          type="radio"
          name="side"
          checked={value === sideTheme}
          onChange={() => changeLayout({ sideTheme: value })}
        />
        <span className={`thumb thumb-${value}`} aria-hidden="true">
          <i />
          <b />
        </span>
        <span className="thumb-name">{name}</span>
      </label>
    ))}
  </div>
);

/** 主题风格设置: changes show at once and are kept by 保存配置, taken back by closing; 重置配置 goes back to the defaults. */
export const SettingsPanel = ({ isOpen, close }: { isOpen: boolean; close: () => void }) => {
  const setting = layoutSetting.use();
  const [isBusy, setIsBusy] = useState(false);
  const after = (text: string, act: () => Promise<void>) => {
    setIsBusy(true);
    const stop = toast.loading(text);
    setTimeout(() => {
      stop();
      act().then(
        () => setIsBusy(false),
        () => setIsBusy(false),
      );
    }, delayMs);
  };
  const reset = async () => {
    await dropLayout();
    location.reload();
  };
  const leave = () => {
    restoreLayout();
    close();
  };
  return (
    <Drawer
      open={isOpen}
      onClose={leave}
      size={320}
      rootClassName="settings"
      title="主题风格设置"
      closable={{ placement: 'end' }}
      footer={
        <>
          <Button disabled={isBusy} onClick={() => after('正在清除设置缓存并刷新，请稍候...', reset)}>
            重置配置
          </Button>
          <Button type="primary" disabled={isBusy} onClick={() => after('正在保存到本地，请稍候...', keepLayout)}>
            保存配置
          </Button>
        </>
      }
    >
      <h2 className="settings-title">外观</h2>
      <Appearance appearance={setting.appearance} />
      <h2 className="settings-title">主题颜色</h2>
      <Swatches theme={setting.theme} />
      <h2 className="settings-title">侧边栏主题</h2>
      <Thumbnails sideTheme={setting.sideTheme} />
      <h2 className="settings-title">布局</h2>
      <LayoutSwitches setting={setting} />
    </Drawer>
  );
};
