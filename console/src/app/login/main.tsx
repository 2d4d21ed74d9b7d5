import '../../lib/global.css';
import './login.css';
import { createRoot } from 'react-dom/client';
import { readToken } from '../../lib/cookies.ts';
import { applyPreset } from '../../lib/apply-preset.ts';
import { layoutSetting } from '../../lib/layout-setting.ts';
import { LoginPage } from './login-page.tsx';

const root = document.getElementById('root');
if (readToken()) location.replace('/');
else if (root) {
  applyPreset(layoutSetting.get().theme);
  createRoot(root).render(<LoginPage />);
}
