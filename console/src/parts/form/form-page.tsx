import { Button, Skeleton } from 'antd';
import Check from 'icon:check';
import CircleAlert from 'icon:circle-alert';
import { useCallback, useContext, useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { FormBody, useFormHandle } from './form-body.tsx';
import { FormRefusal } from './form-foot.tsx';
import { SectionContext, SectionsContext, type Section, type SectionState } from './form-context.ts';
import { leave } from './leave.ts';
import { issuesOf, isWithin, type Path } from './issues.ts';
import { SheetHead } from '../frame/sheet.tsx';
import { useNarrow } from '../frame/use-narrow.ts';
import { Failed } from '../feedback/states.tsx';
import type { FormDraft } from './use-draft.ts';
import './form-page.css';

/** A sheet of a long form; its title stands in the thread at the left with how far it is. */
export const FormSection = ({
  title,
  finding,
  extra,
  state,
  children,
}: {
  title: string;
  finding?: ReactNode;
  extra?: ReactNode;
  /** How far it is, where its content is no field of the draft. */
  state?: SectionState;
  children: ReactNode;
}) => {
  const id = useId();
  const sections = useContext(SectionsContext);
  const [paths] = useState(() => new Set<Path>());
  const add = sections?.add;
  useEffect(() => add?.({ id, title, paths, state }), [add, id, title, paths, state]);
  const register = useCallback(
    (path: Path) => {
      paths.add(path);
      return () => void paths.delete(path);
    },
    [paths],
  );
  const wrong = sections?.errors.filter((issue) => [...paths].some((path) => isWithin(issue.path, path))).length ?? 0;
  return (
    <section id={id} className="sheet zy-form-section" aria-label={title}>
      <SheetHead
        title={title}
        finding={
          wrong > 0 ? (
            <span className="zy-form-wrong">
              <CircleAlert size={14} strokeWidth={1.6} aria-hidden="true" /> {wrong} 处需要修改
            </span>
          ) : (
            finding
          )
        }
      >
        {extra}
      </SheetHead>
      <SectionContext value={register}>
        <div className="zy-form-section-grid">{children}</div>
      </SectionContext>
    </section>
  );
};

/** What the bars above a page cover of it. */
const coveredPx = 112;

/** The section in whose fields one is, as long as it is in sight, else the one being read. */
const findCurrent = (sections: readonly Section[]): Section | undefined => {
  const boxes = sections.flatMap((section) => {
    const element = document.getElementById(section.id);
    if (!element) return [];
    const { top, bottom } = element.getBoundingClientRect();
    return [{ section, element, top, bottom }];
  });
  const [first] = boxes;
  const last = boxes.at(-1);
  const inSight = boxes.filter(({ top, bottom }) => bottom > coveredPx && top < innerHeight * 0.8);
  const entered = inSight.find(({ element }) => element.contains(document.activeElement));
  if (entered) return entered.section;
  const isAtEnd = first && last && first.top < 0 && last.bottom <= innerHeight;
  return isAtEnd ? last.section : (boxes.findLast(({ top }) => top < coveredPx) ?? first)?.section;
};

const useCurrent = (sections: readonly Section[]): string | undefined => {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const update = () => setCurrent(findCurrent(sections)?.id);
    update();
    document.addEventListener('scroll', update, { capture: true, passive: true });
    document.addEventListener('focusin', update);
    return () => {
      document.removeEventListener('scroll', update, { capture: true });
      document.removeEventListener('focusin', update);
    };
  }, [sections]);
  return current;
};

/** Shows a section and puts the focus into its first field. */
const enter = ({ id }: Section) => {
  const element = document.getElementById(id);
  element
    ?.querySelector<HTMLElement>('.zy-form-section-grid :is(input, textarea, button, [tabindex="0"]):not(:disabled)')
    ?.focus({ preventScroll: true });
  element?.scrollIntoView({ behavior: 'smooth', block: 'start' });
};

/** A form of its own page, made of `FormSection`s: the thread at the left says which are done, the bar below keeps the buttons. */
export const FormPage = ({
  draft,
  note,
  isStepped = false,
  isReadOnly = false,
  renderButtons,
  save = '保存',
  children,
}: {
  draft: FormDraft;
  /** At the left of the bar while nothing is wrong. */
  note?: ReactNode;
  /** Its sections are steps, each checked before the next one: 上一步 and 下一步 stand beside the main button. */
  isStepped?: boolean;
  /** It is only looked at: there is nothing to save. */
  isReadOnly?: boolean;
  /** Between 取消 and the main button. */
  renderButtons?: (submit: () => void) => ReactNode;
  save?: string;
  children: ReactNode;
}) => {
  const handle = useFormHandle(draft);
  const [sections, setSections] = useState<Section[]>([]);
  const page = useRef<HTMLDivElement>(null);
  const add = useCallback((section: Section) => {
    const place = ({ id }: Section) =>
      [...(page.current?.querySelectorAll('.zy-form-section') ?? [])].findIndex((each) => each.id === id);
    setSections((before) => [...before, section].toSorted((a, b) => place(a) - place(b)));
    return () => setSections((before) => before.filter((each) => each !== section));
  }, []);
  const context = useMemo(() => ({ add, errors: handle.errors }), [add, handle.errors]);
  const current = useCurrent(sections);
  // A kept tab that comes back keeps its focus.
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current || !draft.isNew || !draft.initial) return;
    hasBegun.current = true;
    // The fields are drawn anew when the form begins.
    requestAnimationFrame(handle.focus);
  });
  // A phone has no room for them beside what is still wrong.
  const hasSteps = !useNarrow() && isStepped;

  if (draft.loadError) return <Failed title="内容没有加载出来" error={draft.loadError} retry={draft.reload} />;
  if (draft.initial === undefined) {
    return (
      <div className="sheet zy-sheet-body">
        <Skeleton active={false} paragraph={{ rows: 10 }} />
      </div>
    );
  }

  const open = draft.isOpen ? issuesOf(draft.schema, handle.values()) : [];
  const within = (section: Section, issues: readonly { path: Path }[]) =>
    issues.filter((issue) => [...section.paths].some((path) => isWithin(issue.path, path))).length;
  const stateOf = (section: Section): SectionState => {
    if (section.state) return section.state;
    if (within(section, handle.errors) > 0) return 'wrong';
    const isTouched = !draft.isNew || handle.form.isFieldsTouched([...section.paths].map((path) => [...path]));
    return isTouched && within(section, open) === 0 ? 'done' : 'untouched';
  };

  const at = sections.findIndex(({ id }) => id === current);
  const goOn = () => {
    const next = sections[at + 1];
    if (next && handle.checkAll([...(sections[at]?.paths ?? [])])) enter(next);
  };

  return (
    <div className="zy-form-page" ref={page}>
      <div className="zy-form-page-body">
        <nav aria-label="表单目录">
          <ol className="zy-anchors">
            {sections.map((section) => {
              const state = stateOf(section);
              return (
                <li key={section.id} className={`zy-anchor-${state}`}>
                  <button
                    type="button"
                    aria-current={section.id === current ? 'location' : undefined}
                    onClick={() => enter(section)}
                  >
                    {section.title}
                    {state === 'done' && <Check size={14} strokeWidth={2} aria-label="已完成" />}
                    {state === 'wrong' && <i aria-label="处需要修改">{within(section, handle.errors) || 1}</i>}
                  </button>
                </li>
              );
            })}
          </ol>
        </nav>
        <SectionsContext value={context}>
          <FormBody draft={draft} handle={handle}>
            {children}
          </FormBody>
        </SectionsContext>
      </div>
      <div className="zy-form-page-bar">
        <FormRefusal handle={handle} refresh={draft.close} />
        <div className="zy-form-foot">
          <span role="status" className="zy-form-count">
            {handle.errors.length > 0 ? (
              <>
                <CircleAlert size={14} strokeWidth={1.6} aria-hidden="true" />
                还有 {handle.errors.length} 处需要修改
              </>
            ) : (
              note
            )}
          </span>
          {!isReadOnly && <Button onClick={() => void leave(handle, draft)}>取消</Button>}
          {hasSteps && (
            <>
              <Button disabled={at <= 0} onClick={() => enter(sections[at - 1]!)}>
                上一步
              </Button>
              <Button disabled={at >= sections.length - 1} onClick={goOn}>
                下一步
              </Button>
            </>
          )}
          {renderButtons?.(() => void handle.submit())}
          {isReadOnly ? (
            <span>没有修改权限，只能查看</span>
          ) : (
            <Button type="primary" loading={draft.isBusy} onClick={() => void handle.submit()}>
              {draft.isBusy ? '提交中' : save}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
};
