import { Code } from '@zhuiyuan/contract/kit/codes';
import { ConfigProvider, Form, type FormInstance, type GetRef } from 'antd';
import {
  lazy,
  Suspense,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { saidOf } from '../../lib/said-of.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useDirty } from '../../lib/use-dirty.ts';
import { FormPartsContext, type KnownField } from './form-context.ts';
import { issuesOf, isWithin, sent, sentOver, type Issue, type Path } from './issues.ts';
import { focusSoon } from '../frame/first-field.ts';
import type { FormDraft } from './use-draft.ts';
import { findConflict, type Conflict } from './find-conflict.ts';
import { useNarrow } from '../frame/use-narrow.ts';
import '../frame/form.css';

const ConflictDialog = lazy(async () => ({ default: (await import('./conflict-dialog.tsx')).ConflictDialog }));

type Values = Record<string, unknown>;
type FormRef = GetRef<typeof Form>;

/** What the frame around a form (drawer, dialog, page) shows and does. */
export interface FormHandle {
  form: FormInstance;
  /** Fields that need a change. */
  errors: readonly { path: Path; message: string }[];
  /** Refused as a whole: no field of this form is meant. */
  refusal: string;
  isStale: boolean;
  /** Sending it again offers what was typed and what somebody else saved beside each other. */
  mayMerge: boolean;
  /** What was done to the form that one should look at before sending it. */
  note: string;
  isDirty: boolean;
  submit: () => Promise<void>;
  /** Puts the focus into the first field as soon as it can take it; see `focusSoon`. */
  focus: () => void;
}

const same = (a: Path, b: Path) => a.length === b.length && isWithin(a, b);
const pathOf = (field: string): Path => field.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));

const fieldNames = (form: FormInstance): Path[] => form.getFieldsError().map(({ name }) => name);

/** First text of each field the issues speak of, and what speaks of none. */
const bind = (form: FormInstance, issues: Issue[]): { bound: Issue[]; loose: string[] } => {
  const names = fieldNames(form);
  const bound: Issue[] = [];
  const loose: string[] = [];
  for (const { path, message } of issues) {
    const field = names
      .filter((name) => name.length > 0 && isWithin(path, name))
      .toSorted((a, b) => b.length - a.length)[0];
    if (!field) loose.push(message);
    else if (!bound.some((issue) => same(issue.path, field))) bound.push({ path: field, message });
  }
  // In the order the fields stand on the screen.
  const place = (path: Path) => names.findIndex((name) => same(name, path));
  return { bound: bound.toSorted((a, b) => place(a.path) - place(b.path)), loose };
};

const told = { refusal: '', isStale: false, mayMerge: false, note: '' };
const clean = { ...told, errors: [] as Issue[], isDirty: false };

/** Holds a draft's form: checks by its schema when a field is left and at submit, binds refusals of the server to fields. */
export const useFormHandle = (
  draft: FormDraft,
): FormHandle & {
  begin: () => void;
  body: RefObject<FormRef | null>;
  values: () => Values;
  onValuesChange: () => void;
  check: (path: Path) => void;
  /** What somebody else saved meanwhile and one has to choose from. */
  conflict: Conflict | undefined;
  leaveConflict: () => void;
  /** Goes on with what somebody else saved under what was typed, and theirs for these names. */
  settle: (found: Conflict, theirNames: readonly string[]) => void;
  /** Checks these fields and leads to the first that needs a change; whether none does. */
  checkAll: (paths: readonly Path[]) => boolean;
} => {
  const [form] = Form.useForm();
  const body = useRef<FormRef>(null);
  const [state, setState] = useState(clean);
  const [conflict, setConflict] = useState<Conflict>();
  // Moving the focus checks a field before the next render, so the errors are also kept here.
  const errors = useRef<Issue[]>([]);
  // Texts of the server hold as long as the value they refused stands.
  const refused = useRef<{ path: Path; message: string; value: unknown }[]>([]);
  useDirty(draft.isOpen && state.isDirty);

  const start = useMemo(() => JSON.stringify(sent(draft.initial ?? {})), [draft.initial]);
  const begun = useRef(0);
  // The form instance outlives its drawer, so every opening starts from the draft again; coming back to a kept tab does not.
  const begin = useCallback(() => {
    if (begun.current === draft.round) return;
    begun.current = draft.round;
    form.resetFields();
    refused.current = [];
    errors.current = [];
    setState(clean);
    setConflict(undefined);
  }, [form, draft.round]);

  const values = useCallback(
    () => ({ ...draft.initial, ...(form.getFieldsValue(true) as Values) }),
    [draft.initial, form],
  );

  const show = useCallback(
    (found: Issue[], others: Partial<typeof state> = {}) => {
      errors.current = found;
      form.setFields(
        fieldNames(form)
          .filter((name) => name.length > 0)
          .map((name) => {
            const error = found.find((issue) => same(issue.path, name));
            return { name: [...name], errors: error ? [error.message] : [] };
          }),
      );
      setState((before) => ({ ...before, ...others, errors: found }));
    },
    [form],
  );

  const messageOf = (path: Path, issues: Issue[]): string | undefined => {
    const keptRefusal = refused.current.find(
      (each) => same(each.path, path) && Object.is(each.value, form.getFieldValue([...path])),
    );
    return bind(form, issues).bound.find((issue) => same(issue.path, path))?.message ?? keptRefusal?.message;
  };

  const recheck = (paths: Path[], others: Partial<typeof state> = {}) => {
    const issues = issuesOf(draft.schema, values());
    const found = fieldNames(form).flatMap((path): Issue[] => {
      if (!paths.some((each) => same(each, path))) return errors.current.filter((issue) => same(issue.path, path));
      const message = messageOf(path, issues);
      return message ? [{ path, message }] : [];
    });
    show(found, others);
    return found;
  };

  const settle = ({ by, time, merged, theirs }: Conflict, theirNames: readonly string[]) => {
    const settled = { ...merged, ...Object.fromEntries(theirNames.map((name) => [name, theirs[name]])) };
    draft.rebase?.(theirs);
    form.setFields(Object.entries(settled).map(([name, value]) => ({ name, value })));
    refused.current = [];
    setConflict(undefined);
    show([], {
      ...told,
      note: `已并入${by || '他人'}${time && ` ${time} `}保存的内容，请核对后再次保存`,
      isDirty: JSON.stringify(sent(settled)) !== JSON.stringify(sent(theirs)),
    });
  };

  const focusFirst = (found: Issue[]) => {
    const path = found[0]?.path;
    if (!path) return;
    form.scrollToField([...path], { behavior: 'smooth', block: 'center', focus: true });
  };

  const submit = async () => {
    const now = values();
    const { bound, loose } = bind(form, issuesOf(draft.schema, now));
    if (bound.length + loose.length > 0) {
      show(bound, { ...told, refusal: loose[0] ?? '' });
      focusFirst(bound);
      return;
    }
    show([], told);
    try {
      await draft.submit(sentOver(draft.initial ?? {}, now));
    } catch (error) {
      const refusal = error instanceof ApiError ? error : new ApiError(0, saidOf(error));
      const { fields, code, message } = refusal;
      const found = code === Code.stale ? await findConflict(draft, refusal, now) : undefined;
      if (found?.names.length === 0) {
        settle(found, []);
        return;
      }
      setConflict(found);
      const said = bind(
        form,
        fields.map((each) => ({ path: pathOf(each.field), message: each.message })),
      );
      refused.current = said.bound.map((issue) => ({
        ...issue,
        value: form.getFieldValue([...issue.path]) as unknown,
      }));
      show(said.bound, {
        refusal: said.bound.length > 0 ? (said.loose[0] ?? '') : message,
        isStale: code === Code.stale,
        mayMerge: found !== undefined,
      });
      focusFirst(said.bound);
    }
  };

  return {
    form,
    ...state,
    values,
    begin,
    submit,
    conflict,
    leaveConflict: () => setConflict(undefined),
    settle,
    body,
    focus: () => focusSoon(() => body.current?.nativeElement),
    check: (path) => void recheck([path]),
    checkAll: (paths) => {
      const wrong = recheck([...paths]).filter((issue) => paths.some((path) => same(path, issue.path)));
      focusFirst(wrong);
      return wrong.length === 0;
    },
    onValuesChange: () =>
      void recheck(
        errors.current.map((issue) => issue.path),
        { isDirty: JSON.stringify(sent(values())) !== start },
      ),
  };
};

/** Enter as it is meant in a field of one line: not one that picks from a list or a calendar, nor one that ends a word being composed. */
const isPlainEnter = ({ target, nativeEvent, shiftKey, altKey, defaultPrevented }: KeyboardEvent): boolean =>
  target instanceof HTMLInputElement &&
  !nativeEvent.isComposing &&
  !(shiftKey || altKey || defaultPrevented) &&
  target.matches(':not([role="combobox"], [type="radio"], [type="checkbox"], .ant-picker *)');

/** The fields of a draft. The frame around it (drawer, dialog, page) owns the handle and shows the buttons. */
export const FormBody = ({
  draft,
  handle,
  isSmall = false,
  children,
}: {
  draft: FormDraft;
  handle: ReturnType<typeof useFormHandle>;
  /** Enter in a field of one line sends it. */
  isSmall?: boolean;
  children: ReactNode;
}) => {
  const { begin, body, check, conflict, form, leaveConflict, onValuesChange, settle, submit } = handle;
  const isNarrow = useNarrow();
  // Kept tabs hold several forms: their fields need ids of their own.
  const name = useId();
  const [fields] = useState(() => new Map<string, KnownField>());
  const latest = useRef(check);
  useLayoutEffect(() => {
    latest.current = check;
  });
  useLayoutEffect(begin, [begin]);
  const context = useMemo(
    () => ({
      schema: draft.schema,
      check: (path: Path) => latest.current(path),
      know: (field: KnownField) => void fields.set(field.path.join('.'), field),
    }),
    [draft.schema, fields],
  );
  return (
    <FormPartsContext value={context}>
      <ConfigProvider componentSize={isNarrow ? 'large' : undefined}>
        <Form
          ref={body}
          form={form}
          name={name}
          layout="vertical"
          className="zy-form"
          initialValues={draft.initial}
          autoComplete="off"
          onValuesChange={onValuesChange}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey || (isSmall && isPlainEnter(event)))) {
              event.preventDefault();
              void submit();
            }
          }}
        >
          {children}
          {conflict && (
            <Suspense fallback={null}>
              <ConflictDialog
                conflict={conflict}
                fields={fields}
                choose={(theirNames) => settle(conflict, theirNames)}
                close={leaveConflict}
              />
            </Suspense>
          )}
        </Form>
      </ConfigProvider>
    </FormPartsContext>
  );
};
