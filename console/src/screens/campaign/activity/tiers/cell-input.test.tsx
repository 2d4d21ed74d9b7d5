import { oddsText } from '@zhuiyuan/contract/kit/decimal';
import { act, useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { clear, render, type } from '../../../../../test/render.tsx';
import { CellInput } from './cell-input.tsx';
import { toWeight } from './odds.ts';
import { fillDown } from './paste-column.ts';

const Column = ({ heard }: { heard: (values: number[]) => void }) => {
  const [values, setValues] = useState([200, 500, 2000]);
  const put = (next: number[]) => {
    setValues(next);
    heard(next);
  };
  return (
    <table>
      <tbody>
        {values.map((value, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- three rows that never move
          <tr key={at}>
            <td>
              <CellInput
                column="weight"
                row={at}
                label={`第 ${at + 1} 行`}
                value={value}
                write={oddsText}
                read={toWeight}
                change={(next) => put(values.map((each, index) => (index === at ? (next ?? 0) : each)))}
                paste={(text) =>
                  put(
                    fillDown(values, at, text, (_, cell) =>
                      Number.isNaN(toWeight(cell)) ? undefined : toWeight(cell),
                    ),
                  )
                }
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const input = (row: number) => document.querySelector<HTMLInputElement>(`input[data-row="${row}"]`)!;
const key = (at: HTMLElement, name: string) =>
  act(async () => void at.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })));

describe('a cell of a column of numbers', () => {
  afterEach(clear);

  it('goes on to the next row by Enter and ↓, and back by ↑', async () => {
    await render(<Column heard={() => undefined} />);
    await act(async () => input(0).focus());
    await key(input(0), 'Enter');
    expect(document.activeElement).toBe(input(1));
    await key(input(1), 'ArrowDown');
    expect(document.activeElement).toBe(input(2));
    await key(input(2), 'Enter');
    expect(document.activeElement).toBe(input(2));
    await key(input(2), 'ArrowUp');
    expect(document.activeElement).toBe(input(1));
  });

  it('takes what can be read, marks what cannot, and is written out again when it is left', async () => {
    let now: number[] = [];
    await render(
      <Column
        heard={(values) => {
          now = values;
        }}
      />,
    );
    await act(async () => input(0).focus());
    await type(input(0), '1.5');
    expect(now).toEqual([15_000, 500, 2000]);
    await type(input(0), '1.5x');
    expect(input(0).getAttribute('aria-invalid')).toBe('true');
    await act(async () => input(0).blur());
    expect(input(0).value).toBe('1.5000');
  });

  it('fills the rows below from a pasted column', async () => {
    let now: number[] = [];
    await render(
      <Column
        heard={(values) => {
          now = values;
        }}
      />,
    );
    const paste = new Event('paste', { bubbles: true, cancelable: true });
    Object.assign(paste, { clipboardData: { getData: () => '3%\n4%\n5%' } });
    await act(async () => void input(1).dispatchEvent(paste));
    expect(now).toEqual([200, 30_000, 40_000]);
  });
});
