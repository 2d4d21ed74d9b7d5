import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hearersOf } from './lib/house.mjs';
import { order } from './lib/rooms.mjs';
import { at } from './lib/run.mjs';

/**
 * Papers against the house: links and files in backticks exist, commands are those of the package, the table of domains in
 * `docs/architecture.md` is that of the rooms, its table of events that of what the domains hear, and `docs/decisions/README.md` names each decision.
 * `--root <folder>` looks at another tree: a test plants faults there.
 */
const flag = process.argv.indexOf('--root');
const root = flag > 0 ? process.argv[flag + 1] : at('');
const complaints = [];

const left = new Set(['node_modules', 'dist', 'dist.dev', '.git', 'test-results', 'data']);
const walk = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) return left.has(entry.name) ? [] : [`${path}/`, ...walk(path)];
    return [path];
  });
const all = walk('');
const files = all.filter((path) => !path.endsWith('/'));
const names = new Set(files.map((path) => path.split('/').at(-1)));
const read = (path) => readFileSync(join(root, path), 'utf8');
const isThere = (path) => existsSync(join(root, path));

/** Where a path begins that does not begin at the root. */
const bases = ['', 'server/src', 'contract/src', 'console/src', 'scan/src', 'simulator/src', 'docs'];
const pathLike = /^[\w.-]+(?:\/[\w.-]+)+$/;
const fileLike = /\.(?:tsx?|mjs|md|json|css|sql|ya?ml|txt)$/;
/** Files that are made where the product runs, or examples of names to come. */
const elsewhere = /^(?:DATA_DIR|backups?)\/|NN-/;
const { scripts } = JSON.parse(read('package.json'));

// Licences speak of the trees of others.
for (const paper of files.filter((path) => path.endsWith('.md') && !/LICENSE/.test(path))) {
  const lines = read(paper).split('\n');
  for (const [nth, line] of lines.entries()) {
    const tell = (what) => complaints.push(`${paper}:${nth + 1}: ${what}`);
    for (const [, address] of line.matchAll(/\]\(([^)#\s]+)/g))
      if (!/^[a-z]+:/.test(address) && !isThere(join(dirname(paper), address))) tell(`no file ${address}`);
    for (const [, word] of line.matchAll(/`([^`]+)`/g)) {
      const [, command] = /^npm run ([\w:-]+)/.exec(word) ?? [];
      if (command && !command.startsWith('-') && !scripts[command]) tell(`no command ${word}`);
      if (!fileLike.test(word) || elsewhere.test(word)) continue;
      if (
        pathLike.test(word)
          ? !bases.some((base) => isThere(join(base, word)))
          : /^[\w.-]+$/.test(word) && !names.has(word)
      )
        tell(`no file ${word}`);
    }
  }
}

/** First cells of the rows of the table below a heading, each with the rest of its row. */
const rowsBelow = (text, heading) =>
  (text.split(`\n## ${heading}\n`)[1] ?? '')
    .split('\n## ')[0]
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[-|]+\|$/.test(line))
    .slice(1)
    .map((line) => line.slice(1, -1).split('|'));
const inTicks = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word);
const compare = (paper, what, said, real) => {
  for (const name of real) if (!said.includes(name)) complaints.push(`${paper}: says nothing of ${what} ${name}`);
  for (const name of said) if (!real.includes(name)) complaints.push(`${paper}: there is no ${what} ${name}`);
};

const architecture = 'docs/architecture.md';
if (isThere(architecture)) {
  const text = read(architecture);
  const rooms = order.contract.flat().filter((room) => room !== 'kit');
  const said = rowsBelow(text, 'Rooms').flatMap(([domains, inner]) => {
    const [domain, ...further] = inTicks(domains);
    return [
      domain,
      ...further,
      ...inTicks(inner).flatMap((names_) => names_.split(' ').map((name) => `${domain}/${name}`)),
    ];
  });
  compare(architecture, 'room', said, [...new Set(rooms.flatMap((room) => [room.split('/')[0], room]))]);

  compare(
    architecture,
    'event or question',
    rowsBelow(text, 'Who must know').flatMap(([cell]) => inTicks(cell)),
    [...hearersOf(root).keys()],
  );
}

const index = 'docs/decisions/README.md';
if (isThere('docs/decisions')) {
  const decisions = files.filter((path) => /^docs\/decisions\/\d{4}-/.test(path));
  const numbers = decisions.map((path) => path.slice(15, 19));
  for (const twice of numbers.filter((number, nth) => numbers.indexOf(number) !== nth))
    complaints.push(`docs/decisions: ${twice} is the number of two`);
  const table = isThere(index) ? read(index) : '';
  for (const path of decisions) {
    const number = path.slice(15, 19);
    const [, title] = new RegExp(`^# ${number} (.+)$`, 'm').exec(read(path)) ?? [];
    if (!title) complaints.push(`${path}: begins with # ${number} and its title`);
    else if (!table.includes(`| [${number}](${path.slice(15)}) | ${title} |`))
      complaints.push(`${index}: has no line for ${number} ${title}`);
  }
}

for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length === 0 ? 0 : 1;
