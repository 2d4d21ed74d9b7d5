import { spawn } from 'node:child_process';
import { ensureInstalled } from './lib/install.mjs';
import { at, checkNode, endWithParent, tool } from './lib/run.mjs';

checkNode();
endWithParent();
await ensureInstalled({ all: true });

const child = spawn(process.execPath, [tool('tsx'), at('simulator/src/simulate-pay.ts')], {
  cwd: at(),
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill('SIGTERM'));
child.once('exit', (code) => process.exit(code ?? 1));
