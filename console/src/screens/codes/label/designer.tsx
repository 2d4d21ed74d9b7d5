import type { Finding } from '@zhuiyuan/contract/codes/label/check-mould';
import { Variable, type Element, type LabelValues, type Sheet } from '@zhuiyuan/contract/codes/label/elements';
import { Button, Checkbox, Select, Tooltip } from 'antd';
import AlignCenterHorizontal from 'icon:align-center-horizontal';
import AlignCenterVertical from 'icon:align-center-vertical';
import AlignEndHorizontal from 'icon:align-end-horizontal';
import AlignEndVertical from 'icon:align-end-vertical';
import AlignStartHorizontal from 'icon:align-start-horizontal';
import AlignStartVertical from 'icon:align-start-vertical';
import Braces from 'icon:braces';
import CircleAlert from 'icon:circle-alert';
import CircleCheck from 'icon:circle-check';
import Redo2 from 'icon:redo-2';
import TriangleAlert from 'icon:triangle-alert';
import Undo2 from 'icon:undo-2';
import type { IconType } from '../../../parts/icon/make-icon.tsx';
import { use, useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react';
import { ImagePickerContext } from '../../../parts/form/image-picker-context.ts';
import { kindIcons, kindLabels, newElement } from './element-kinds.ts';
import { Foot } from './foot.tsx';
import { Layers } from './layers.tsx';
import { aligned, changed, redone, tidy, undone, withElements, type Edge, type MouldState } from './mould-state.ts';
import { Properties } from './properties.tsx';
import { Stage } from './stage.tsx';
import { doubled, removed, useMouldKeys } from './use-mould-keys.ts';

const icon = { size: 15, strokeWidth: 1.6 };
const kinds = ['qr', 'barcode', 'text', 'image', 'line', 'rect'] as const;
const edges: [Edge, string, IconType][] = [
  ['left', '左对齐', AlignStartVertical],
  ['center', '水平居中', AlignCenterVertical],
  ['right', '右对齐', AlignEndVertical],
  ['top', '上对齐', AlignStartHorizontal],
  ['middle', '垂直居中', AlignCenterHorizontal],
  ['bottom', '下对齐', AlignEndHorizontal],
];
const zooms = [50, 75, 100, 150, 200, 240, 300, 400];
const [leastZoom, mostZoom] = [50, 400];

interface Drawn {
  state: MouldState;
  setState: Dispatch<SetStateAction<MouldState>>;
}

/** How the stage is looked at. */
interface View {
  /** Percent. */
  zoom: number;
  snaps: boolean;
  hasGrid: boolean;
}

const Tile = ({
  what,
  label,
  Icon,
  add,
}: {
  what: string;
  label: string;
  Icon: IconType;
  add: (what: string) => void;
}) => (
  <button
    type="button"
    draggable
    onDragStart={(event) => event.dataTransfer.setData('text/plain', what)}
    onClick={() => add(what)}
  >
    <Icon size={14} strokeWidth={1.6} aria-hidden="true" />
    {label}
  </button>
);

/** What can be put on the paper, by a click or by dragging it there. */
const Palette = ({ add }: { add: (what: string) => void }) => (
  <nav className="zy-mould-palette" aria-label="元素">
    <h3>元素</h3>
    {kinds.map((kind) => (
      <Tile key={kind} what={kind} label={kindLabels[kind]} Icon={kindIcons[kind]} add={add} />
    ))}
    <h3>变量</h3>
    {Variable.options.map(({ value, label }) => (
      <Tile key={value} what={value} label={label} Icon={Braces} add={add} />
    ))}
  </nav>
);

const Tool = ({ label, Icon, run, isOff }: { label: string; Icon: IconType; run: () => void; isOff: boolean }) => (
  <Tooltip title={label}>
    <Button type="text" size="small" aria-label={label} icon={<Icon {...icon} />} disabled={isOff} onClick={run} />
  </Tooltip>
);

/** Undoing, alignment of what is chosen, and how the stage is looked at; `place` is where the pointer is. */
const Tools = ({
  state,
  setState,
  view,
  setView,
  place,
}: Drawn & { view: View; setView: (view: View) => void; place: { x: number; y: number } | undefined }) => (
  <div className="zy-mould-tools" role="toolbar" aria-label="工具">
    <Tool label="撤销" Icon={Undo2} run={() => setState(undone)} isOff={state.past.length === 0} />
    <Tool label="重做" Icon={Redo2} run={() => setState(redone)} isOff={state.future.length === 0} />
    <i />
    {edges.map(([edge, label, Icon]) => (
      <Tool
        key={edge}
        label={label}
        Icon={Icon}
        run={() => setState((before) => changed(before, aligned(before.now, before.chosen, edge)))}
        isOff={!state.now.elements.some(({ id }) => state.chosen.includes(id))}
      />
    ))}
    <i />
    <Select
      size="small"
      aria-label="缩放"
      value={view.zoom}
      onChange={(zoom) => setView({ ...view, zoom })}
      options={[...new Set([...zooms, view.zoom])]
        .toSorted((a, b) => a - b)
        .map((value) => ({ value, label: `${value}%` }))}
    />
    <Checkbox checked={view.snaps} onChange={({ target }) => setView({ ...view, snaps: target.checked })}>
      吸附 0.5 mm
    </Checkbox>
    <Checkbox checked={view.hasGrid} onChange={({ target }) => setView({ ...view, hasGrid: target.checked })}>
      网格 1 mm
    </Checkbox>
    <span className="zy-mould-place">
      {place && `X ${tidy(Math.round(place.x * 2) / 2)} Y ${tidy(Math.round(place.y * 2) / 2)} mm`}
    </span>
  </div>
);

/** The properties of the one element that is chosen. */
const Chosen = ({ state, setState, values }: Drawn & { values: LabelValues }) => {
  const chosen = state.now.elements.filter(({ id }) => state.chosen.includes(id));
  const one = chosen.length === 1 ? chosen[0] : undefined;
  return one ? (
    <Properties
      key={one.id}
      element={one}
      isColored={state.now.color === 1}
      values={values}
      change={(change) =>
        setState((before) =>
          changed(
            before,
            withElements(before.now, [one.id], (element) => ({ ...element, ...change }) as Element),
          ),
        )
      }
      copy={() => setState((before) => doubled(before, [one]))}
      remove={() => setState((before) => removed({ ...before, chosen: [one.id] }))}
    />
  ) : (
    <p className="zy-mould-none">{chosen.length > 1 ? `已选 ${chosen.length} 个元素` : '选择一个元素后在这里设置'}</p>
  );
};

const AllLayers = ({ state, setState }: Drawn) => (
  <Layers
    elements={state.now.elements}
    chosen={state.chosen}
    choose={(id, adds) =>
      setState((before) => ({ ...before, chosen: adds ? [...new Set([...before.chosen, id])] : [id] }))
    }
    order={(id, before) =>
      setState((last) => {
        const moving = last.now.elements.find((element) => element.id === id)!;
        const rest = last.now.elements.filter((element) => element.id !== id);
        const at = rest.findIndex((element) => element.id === before);
        const elements = [...rest.slice(0, at + 1), moving, ...rest.slice(at + 1)];
        return changed(last, { ...last.now, elements });
      })
    }
    rename={(id, name) =>
      setState((before) =>
        changed(
          before,
          withElements(before.now, [id], (element) => ({ ...element, name })),
        ),
      )
    }
  />
);

const Findings = ({
  findings,
  missing,
  lead,
}: {
  findings: readonly Finding[];
  missing: readonly string[];
  lead: (finding: Finding) => void;
}) =>
  findings.length === 0 && missing.length > 0 ? (
    <p className="zy-mould-fine zy-mould-warning">
      <TriangleAlert {...icon} aria-hidden="true" />
      还不能保存：{missing.join('，')}
    </p>
  ) : findings.length === 0 ? (
    <p className="zy-mould-fine">
      <CircleCheck {...icon} aria-hidden="true" />
      可以保存：有二维码，边长不小于8毫米，元素都在纸内
    </p>
  ) : (
    <ul className="zy-mould-findings" aria-label="检查">
      {findings.map((finding, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- findings have no other identity
        <li key={at} className={`zy-mould-${finding.level}`}>
          <button type="button" onClick={() => lead(finding)}>
            {finding.level === 'error' ? (
              <CircleAlert {...icon} aria-hidden="true" />
            ) : (
              <TriangleAlert {...icon} aria-hidden="true" />
            )}
            {finding.text}
          </button>
        </li>
      ))}
    </ul>
  );

/** Palette, stage, properties and what a label will be: one sheet without an outer scroll. */
export const Designer = ({
  state,
  setState,
  values,
  findings,
  missing,
  lead,
  save,
  sheet,
  setSheet,
}: Drawn & {
  values: LabelValues;
  findings: readonly Finding[];
  /** What is still to be filled in beside the drawing. */
  missing: readonly string[];
  lead: (finding: Finding) => void;
  save: () => void;
  /** How labels lie when they are printed. */
  sheet: Sheet;
  setSheet: (sheet: Sheet) => void;
}) => {
  const root = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const pickImage = use(ImagePickerContext);
  const [view, setView] = useState<View>({ zoom: 240, snaps: true, hasGrid: true });
  const [place, setPlace] = useState<{ x: number; y: number }>();
  useMouldKeys(root, state, setState, save);
  useEffect(() => {
    const of = stage.current;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      setView((before) => ({
        ...before,
        zoom: Math.min(mostZoom, Math.max(leastZoom, before.zoom - Math.sign(event.deltaY) * 10)),
      }));
    };
    of?.addEventListener('wheel', onWheel, { passive: false });
    return () => of?.removeEventListener('wheel', onWheel);
  }, []);

  const add = async (what: string, at?: { x: number; y: number }) => {
    const isVariable = Variable.of(what) !== undefined;
    const kind = isVariable ? 'variable' : (what as Element['kind']);
    if (!(kind in kindLabels)) return;
    const src = kind === 'image' ? (await pickImage?.({ title: '选择图片', most: 1 }))?.[0] : undefined;
    if (kind === 'image' && !src) return;
    setState((before) => {
      const { elements, paper } = before.now;
      const more = { ...(at && { at }), ...(isVariable && { variable: what as Variable }), ...(src && { src }) };
      const element = newElement(kind, elements, paper, more);
      return { ...changed(before, { ...before.now, elements: [...elements, element] }), chosen: [element.id] };
    });
  };
  return (
    <div className="zy-mould-body" ref={root}>
      <Palette add={(what) => void add(what)} />
      <div className="zy-mould-middle">
        <Tools state={state} setState={setState} view={view} setView={setView} place={place} />
        <div className="zy-mould-stage" role="region" aria-label="画布" tabIndex={0} ref={stage}>
          <Stage
            state={state}
            setState={setState}
            values={values}
            {...view}
            tellPlace={setPlace}
            drop={(what, at) => void add(what, at)}
          />
        </div>
        <Foot
          fields={state.now}
          values={values}
          sheet={sheet}
          setSheet={setSheet}
          setDpi={(dpi) =>
            setState((before) => changed(before, { ...before.now, paper: { ...before.now.paper, dpi } }))
          }
        />
      </div>
      <aside className="zy-mould-side">
        <Chosen state={state} setState={setState} values={values} />
        <AllLayers state={state} setState={setState} />
        <Findings findings={findings} missing={missing} lead={lead} />
      </aside>
    </div>
  );
};
