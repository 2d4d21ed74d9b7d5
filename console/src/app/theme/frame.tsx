import ConfigProvider from 'antd/es/config-provider';
import zhCN from 'antd/es/locale/zh_CN';
import { useLayoutEffect, useMemo, type ReactNode } from 'react';
import { isDark } from '../../lib/appearance.ts';
import { layoutSetting } from '../../lib/layout-setting.ts';
import { paint } from '../../lib/paint.ts';
import { cspNonce } from './csp-nonce.ts';
import { toTheme } from './to-theme.ts';

const csp = { nonce: cspNonce };

/** Theme, language and security nonce for everything below; follows the chosen colour and mode at once. */
export const Frame = ({ children }: { children: ReactNode }) => {
  const seed = layoutSetting.use((setting) => setting.theme);
  const inDark = isDark.use();
  const theme = useMemo(() => toTheme(seed, inDark), [seed, inDark]);
  useLayoutEffect(() => paint(seed, inDark), [seed, inDark]);
  return (
    <ConfigProvider locale={zhCN} theme={theme} csp={csp} wave={{ disabled: true }} button={{ autoInsertSpace: false }}>
      {children}
    </ConfigProvider>
  );
};
