import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { tsImport } from 'tsx/esm/api';
import { at } from './lib/run.mjs';

/** Writes `docs/refusals.md`: every refusal of the contract with its number. `--check` only says whether it is as the contract has it. */
const page = at('docs/refusals.md');
const isPair = (value) =>
  Array.isArray(value) && value.length === 2 && Number.isInteger(value[0]) && typeof value[1] === 'string';

const { Code, codeText } = await tsImport('../contract/src/kit/codes.ts', import.meta.url);
const refusals = [];
for (const path of readdirSync(at('contract/src'), { recursive: true, encoding: 'utf8' }).sort()) {
  const file = path.replaceAll('\\', '/');
  if (
    !file.endsWith('.ts') ||
    file.endsWith('.test.ts') ||
    !/RefusalText/.test(readFileSync(at('contract/src', file), 'utf8'))
  )
    continue;
  const exports = await tsImport(pathToFileURL(at('contract/src', file)).href, import.meta.url);
  for (const value of Object.values(exports)) {
    const pairs = isPair(value)
      ? [value]
      : typeof value === 'object' && value
        ? Object.values(value).filter(isPair)
        : [];
    for (const [code, text] of pairs) refusals.push({ code, text, file });
  }
}

const row = (...cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
const common = Object.entries(Code).filter(([, code]) => code in codeText);
const text = [
  '# Refusals',
  '',
  'What a call may be answered instead of data: `{code, message, data: null}`, most with status 200. Names in braces are filled in. Made from the',
  'contract by `npm run refusals`; `npm run check` holds it to be the same.',
  '',
  '## Of every call',
  '',
  row('code', 'message'),
  row('---', '---'),
  row(Code.invalid, 'what is wrong with which field'),
  ...common.map(([, code]) => row(code, codeText[code])),
  '',
  '## Of one domain',
  '',
  row('code', 'message', 'contract'),
  row('---', '---', '---'),
  ...refusals
    .sort((one, other) => one.code - other.code || one.file.localeCompare(other.file))
    .map(({ code, text: words, file }) => row(code, words, `\`contract/src/${file}\``)),
  '',
].join('\n');

if (!process.argv.includes('--check')) writeFileSync(page, text);
else if (text !== readFileSync(page, 'utf8')) {
  console.error('docs/refusals.md is not as the contract has it: npm run refusals');
  process.exitCode = 1;
}
