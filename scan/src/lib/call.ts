/** What kept a call from its answer: no connection (`code` 0) or the server's own refusal, with a text for the shopper. */
export class CallFailed extends Error {
  constructor(
    readonly code: number,
    message: string,
    /** What the server says besides, such as where a code was used. */
    readonly data: unknown = null,
  ) {
    super(message);
  }
}

export const offlineText = '网络异常，请稍后重试';
const usualPatience = 15_000;

interface Envelope {
  code: number;
  message: string;
  data: unknown;
}

/** Opens the envelope: `data` when done, otherwise throws `CallFailed`. */
export const unwrap = (body: string): unknown => {
  let envelope: Envelope;
  try {
    envelope = JSON.parse(body) as Envelope;
  } catch {
    throw new CallFailed(0, offlineText);
  }
  if (envelope.code !== 200) throw new CallFailed(envelope.code, envelope.message || offlineText, envelope.data);
  return envelope.data;
};

/** Makes a call: POST with a body, GET without. Gives up with `CallFailed` after 15 seconds, or as many milliseconds as are given. */
export const call = async <T>(
  path: string,
  body?: object,
  { headers = {}, patience = usualPatience }: { headers?: Record<string, string>; patience?: number } = {},
): Promise<T> => {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), patience);
  try {
    const answer = await fetch(path, {
      signal: giveUp.signal,
      headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return unwrap(await answer.text()) as T;
  } catch (error) {
    throw error instanceof CallFailed ? error : new CallFailed(0, offlineText);
  } finally {
    clearTimeout(timer);
  }
};
