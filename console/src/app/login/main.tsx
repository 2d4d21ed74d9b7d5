import '../../lib/colors.css';
import '../../lib/paper-colors.css';
import '../../lib/global.css';
import './login.css';
import { createRoot } from 'react-dom/client';
import { readToken } from '../../lib/cookies.ts';
import { LoginPage } from './login-page.tsx';

const root = document.getElementById('root');
if (readToken()) location.replace('/');
else if (root) createRoot(root).render(<LoginPage />);
