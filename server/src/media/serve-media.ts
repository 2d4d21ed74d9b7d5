import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../kit/http/app-context.ts';
import { toExtension, isPicture, findMime } from './file-kinds.ts';
import { hasThumb, publicRoot, thumbName } from './media-names.ts';

interface Range {
  start: number;
  end: number;
}

/** The one byte range a request asks for; `all` without one (several are answered whole), nothing when it lies outside. */
export const readRange = (header: string | undefined, size: number): Range | 'all' | undefined => {
  const askedRange = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  const [, from = '', to = ''] = askedRange ?? [];
  if (!askedRange || (from === '' && to === '')) return 'all';
  if (from === '')
    return Number(to) > 0 && size > 0 ? { start: Math.max(0, size - Number(to)), end: size - 1 } : undefined;
  const range = { start: Number(from), end: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
  return range.start <= range.end ? range : undefined;
};

/** `/media/…`: the library's pictures and videos, for everybody who knows the random name, and nothing else of the store. */
export const mountMedia = ({ fastify, files }: App): void => {
  const nothing = (reply: FastifyReply) =>
    reply.status(404).header('cache-control', 'no-store').send({ code: 404, message: '文件不存在', data: null });

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = (request.params as { '*': string })['*'];
    const extension = toExtension(path);
    const wantsThumb = (request.query as { thumb?: string }).thumb === '1' && hasThumb(extension);
    if (!isPicture(extension) && extension !== 'mp4') return nothing(reply);
    const name = `${publicRoot}/${path}`;
    const small = wantsThumb ? await files.size(thumbName(name)) : undefined;
    const served = small === undefined ? name : thumbName(name);
    const size = small ?? (await files.size(name));
    if (size === undefined) return nothing(reply);

    reply.headers({
      'content-type': small === undefined ? findMime(extension) : 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      'content-security-policy': "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
      'cross-origin-resource-policy': 'cross-origin',
    });
    const range = readRange(request.headers.range, size);
    if (!range) return reply.status(416).header('content-range', `bytes */${size}`).send();
    const found = await files.open(served, range === 'all' ? undefined : range);
    if (!found) return nothing(reply);
    if (range === 'all') return reply.header('content-length', size).send(found.stream);
    return reply
      .status(206)
      .header('content-range', `bytes ${range.start}-${range.end}/${size}`)
      .header('content-length', range.end - range.start + 1)
      .send(found.stream);
  };
  fastify.get(`/${publicRoot}/*`, { schema: { hide: true } as object }, answer);
};
