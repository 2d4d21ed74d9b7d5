import type { Slot } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { useImperativeHandle, useState } from 'react';
import { slotWords } from '../lib/amounts.ts';
import { easeOut, mayMove, pause, run } from '../lib/moving.ts';
import { PrizePicture } from '../parts/cards.tsx';
import { DrawButton } from './draw-button.tsx';
import { fitWords } from './fit-words.ts';
import { placeOf, type ModeProps } from './mode.ts';
import '../styles/grid.css';

const walkMs = 4000;
const rounds = 3;
/** Column and row of each place, clockwise from the top left. */
const places = [
  [0, 0],
  [1, 0],
  [2, 0],
  [2, 1],
  [2, 2],
  [1, 2],
  [0, 2],
  [0, 1],
] as const;
const room = 88;

const Words = ({ slot }: { slot: Slot }) => {
  const { figure, unit, words } = slotWords(slot);
  if (figure)
    return (
      <>
        <b style={{ fontSize: Math.max(13, fitWords(figure, room, 23).size) }}>{figure}</b>
        <span>{unit}</span>
      </>
    );
  const isBlank = slot.prizeType === PrizeType.none;
  const { lines, size } = fitWords(words, room, isBlank ? 14 : 12);
  return (
    <>
      {!isBlank && <PrizePicture image={slot.image} type={slot.prizeType} side={40} />}
      <span style={{ fontSize: size }}>
        {lines[0]}
        {lines.length > 1 && <br />}
        {lines[1]}
      </span>
    </>
  );
};

/** What walks over the cells; it stands where nobody sees it until it has walked. */
const Walker = ({ at, isOn }: { at: number; isOn: boolean }) => {
  const [column, row] = places[at] ?? [];
  const transform =
    column === undefined ? undefined : `translate(calc(${column} * (100% + 6px)), calc(${row} * (100% + 6px)))`;
  return <div className={isOn ? 'g-walker g-on' : 'g-walker'} aria-hidden="true" style={{ transform }} />;
};

/** 九宫格: eight cells clockwise from the top left, the button in the middle. */
export const Grid = ({ handle, slots, isOff, act }: ModeProps) => {
  const [stands, setStands] = useState(-1);
  const [isOn, setOn] = useState(false);
  const standAt = (place: number): void => {
    if (place < 0) return;
    setOn(true);
    setStands(place);
  };
  useImperativeHandle(handle, () => ({
    reveal: async (answer) => {
      const place = placeOf(answer, slots);
      if (place >= 0 && mayMove()) {
        setOn(true);
        const steps = rounds * places.length + place;
        await run(walkMs, (share) => setStands(Math.round(easeOut(share) * steps) % places.length));
        await pause(300);
      }
      standAt(place);
    },
    showEnd: (answer) => standAt(placeOf(answer, slots)),
    reset: () => setOn(false),
  }));
  return (
    <div className={isOff ? 'panel panel-dotted p-off' : 'panel panel-dotted'}>
      <div className="g-board">
        <ul className="g-cells" aria-label="奖品">
          {places.map(([column, row], at) => (
            <li
              key={`${column} ${row}`}
              className={at % 2 ? 'g-cell g-dim' : 'g-cell'}
              style={{ gridArea: `${row + 1}/${column + 1}` }}
            >
              <Words slot={slots[at]!} />
            </li>
          ))}
        </ul>
        <DrawButton look="g-hub" act={act} />
        <Walker at={stands} isOn={isOn} />
      </div>
    </div>
  );
};
