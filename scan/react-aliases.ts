/** Components are written for React and run on Preact: the same in a tenth of the bytes. */
export const reactAliases = [
  { find: /^react\/jsx-(?:dev-)?runtime$/, replacement: 'preact/jsx-runtime' },
  { find: 'react-dom/client', replacement: 'preact/compat/client' },
  { find: /^react(?:-dom)?$/, replacement: 'preact/compat' },
];
