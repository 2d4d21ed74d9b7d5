import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { at } from './lib/run.mjs';

/**
 * Colours by name: no style sheet and no screen of the console writes one out, so that each has a value for the light and one for
 * the dark. Written out they stand in `colors.css`, in antd's theme, in the presets and in the palette of charts. `--root <folder>` looks at another tree.
 */
const flag = process.argv.indexOf('--root');
const root = flag > 0 ? process.argv[flag + 1] : at('');
const palettes = new Set([
  'lib/colors.css',
  'lib/paper-colors.css',
  'lib/presets.ts',
  'lib/paint.ts',
  'lib/layout-setting.ts',
  'app/first-paint.js',
  'app/theme/to-theme.ts',
  'app/theme/to-dark-theme.ts',
  'parts/charts/chart-colors.ts',
  // a shopper's page and a label are paper, light whatever the console is
  'screens/trace/template/page-form.tsx',
  'parts/format/label-face.tsx',
]);
const written = /#[0-9a-f]{3,8}\b(?![-\w])|\b(?:rgba?|hsla?|oklch)\(\s*\d/gi;

const folder = join(root, 'console/src');
const complaints = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(css|tsx?|js)$/.test(entry.name) && !entry.name.includes('.test.'))
  .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)).replaceAll('\\', '/'))
  .filter((file) => !palettes.has(file))
  .flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        [...line.matchAll(written)].map(
          ([color]) => `console/src/${file}:${index + 1} writes ${color} out: name it in lib/colors.css`,
        ),
      ),
  );

for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length === 0 ? 0 : 1;
