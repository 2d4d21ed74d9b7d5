import { useQueryClient } from '@tanstack/react-query';
import { Code } from '@zhuiyuan/contract/kit/codes';
import { templateApi, TemplateDraft } from '@zhuiyuan/contract/trace/template/template';
import { useCallback, useEffect, useRef, useState } from 'react';
import { saidOf } from '../../../lib/said-of.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { useDirty } from '../../../lib/use-dirty.ts';
import { newContent, type Content } from './content.ts';

const autosaveMs = 30_000;

/** How the last save went. */
export type SaveState = { kind: 'none' | 'saving' } | { kind: 'saved'; at: Date } | { kind: 'failed'; error: ApiError };

/** A template being edited: what was typed, whether the server has it, and the ways to save and publish it. */
export const useTemplate = (openId: number | undefined, needsFirm: boolean) => {
  const client = useQueryClient();
  const [id, setId] = useState(openId);
  const [content, setContent] = useState<Content | undefined>(() => (openId === undefined ? newContent() : undefined));
  const [keptContent, setKeptContent] = useState(() => JSON.stringify(newContent()));
  const [loadError, setLoadError] = useState<Error>();
  const [save, setSave] = useState<SaveState>({ kind: 'none' });
  const [published, setPublished] = useState({ version: 0, hasChanges: true });
  const version = useRef<number>(undefined);
  // What is published or previewed right after the first save began in a render that knew no number yet.
  const row = useRef(openId);
  const running = useRef<Promise<boolean>>(undefined);

  const load = useCallback(async (openRow: number) => {
    setLoadError(undefined);
    try {
      const template = await call(templateApi.info, { id: openRow }, { quiet: true });
      const { firmId, name, cover, blocks, theme } = template;
      const loaded = { firmId, name, cover, blocks, theme };
      version.current = template.version;
      setPublished({ version: template.publishVersion, hasChanges: template.hasChanges });
      setContent(loaded);
      setKeptContent(JSON.stringify(loaded));
      setSave({ kind: 'none' });
    } catch (error) {
      setLoadError(error instanceof Error ? error : new Error(String(error)));
    }
  }, []);
  useEffect(() => {
    if (openId !== undefined) void load(openId);
  }, [openId, load]);

  const text = JSON.stringify(content);
  const isDirty = content !== undefined && text !== keptContent;
  useDirty(isDirty, '内容尚未保存，确定离开？');

  const parsed = content && TemplateDraft.safeParse(content);
  const issues = [
    ...(needsFirm && content && !content.firmId ? [{ path: ['firmId'], message: '请选择所属企业' }] : []),
    ...(parsed?.error?.issues ?? []),
  ];

  /** Sends the draft; answers whether the server has it now. */
  const send = async (): Promise<boolean> => {
    if (!content || issues.length > 0) return false;
    setSave({ kind: 'saving' });
    try {
      const saved =
        row.current === undefined
          ? await call(templateApi.save, content, { quiet: true })
          : await call(templateApi.update, { ...content, id: row.current, version: version.current }, { quiet: true });
      version.current = saved.version;
      row.current = saved.id;
      setId(saved.id);
      setKeptContent(JSON.stringify(content));
      setPublished((before) => ({ ...before, hasChanges: true }));
      setSave({ kind: 'saved', at: new Date() });
      void client.invalidateQueries({ queryKey: [templateApi.list.path] });
      return true;
    } catch (error) {
      setSave({ kind: 'failed', error: error instanceof ApiError ? error : new ApiError(0, saidOf(error)) });
      return false;
    }
  };
  const saveNow = async (): Promise<boolean> => {
    await running.current;
    running.current = send();
    return running.current;
  };

  const isStale = save.kind === 'failed' && save.error.code === Code.stale;
  const autosave = useRef(async () => {});
  useEffect(() => {
    autosave.current = async () => {
      if (isDirty && !isStale && issues.length === 0 && save.kind !== 'saving') await saveNow();
    };
  });
  useEffect(() => {
    const timer = setInterval(() => void autosave.current(), autosaveMs);
    return () => clearInterval(timer);
  }, []);

  const publish = async (): Promise<number> => {
    const { publishVersion } = await call(templateApi.publish, { id: row.current! });
    await load(row.current!);
    void client.invalidateQueries({ queryKey: [templateApi.list.path] });
    return publishVersion;
  };

  return {
    id,
    /** The number of the row as the last save has left it. */
    savedId: () => row.current,
    content,
    change: (next: Partial<Content>) => setContent((before) => before && { ...before, ...next }),
    issues,
    isDirty,
    isStale,
    save,
    saveNow,
    publish,
    published,
    loadError,
    reload: () => {
      if (id !== undefined) void load(id);
    },
  };
};

/** A template as the parts of the editor share it. */
export type TemplateEdited = ReturnType<typeof useTemplate>;
