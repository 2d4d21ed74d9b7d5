import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstHit, pathTo, type TreeNode } from './tree-cascader.tsx';

const leaf = (value: string, children: TreeNode[] = []): TreeNode => ({ value, label: `名称${value}`, children });
const tree = [leaf('330000', [leaf('330100', [leaf('330106')]), leaf('330200')]), leaf('520000')];

it('names every node from the top down', () => {
  expect(pathTo(tree, '330106')?.map(({ value }) => value)).toEqual(['330000', '330100', '330106']);
  expect(pathTo(tree, '520000')?.map(({ value }) => value)).toEqual(['520000']);
  expect(pathTo(tree, '999999')).toBeUndefined();
});

it('ends in the node asked for, each step below the one before', () => {
  const chains = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(chains, fc.nat(), (values, at) => {
      const chain = values.reduceRight<TreeNode[]>((below, value) => [leaf(value, below)], []);
      const wanted = values[at % values.length]!;
      const found = pathTo(chain, wanted)?.map(({ value }) => value);
      return JSON.stringify(found) === JSON.stringify(values.slice(0, values.indexOf(wanted) + 1));
    }),
  );
});

it('takes the first node that typed words are offered for', () => {
  const named = (label: string, children: TreeNode[] = []): TreeNode => ({ value: label, label, children });
  const regions = [
    named('江西省', [named('南昌市', [named('东湖区'), named('西湖区')])]),
    named('浙江省', [named('杭州市', [named('西湖区（杭州）')])]),
  ];
  expect(firstHit(regions, '西湖', false)?.value).toBe('西湖区');
  // A place above carries those below it.
  expect(firstHit(regions, '浙江', false)?.value).toBe('西湖区（杭州）');
  expect(firstHit(regions, '浙江', true)?.value).toBe('浙江省');
  expect(firstHit(regions, '拉萨', true)).toBeUndefined();
});
