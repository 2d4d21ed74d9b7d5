import { Refusal } from '../src/kit/refusal.ts';
import { runChild } from '../src/kit/jobs/run-child.ts';

/** A child process for tests, which does harm as it is told. */
runChild<string, string>(async (what, parent) => {
  await parent.say(process.pid);
  const kept: unknown[] = [];
  switch (what) {
    case 'bytes':
      // never gives its loop a turn, as a reader that is caught
      for (;;) kept.push(Buffer.alloc(8 * 1024 * 1024, 1));
    case 'heap':
      for (;;) kept.push(Array.from({ length: 100_000 }, (_, at) => ({ at })));
    case 'loop':
      for (;;);
    case 'nothing':
      await new Promise(() => setInterval(() => undefined, 1000));
      break;
    case 'refusal':
      throw new Refusal(61_084, '不支持的文件类型', { at: 1 });
    case 'fault':
      throw new Error('it broke');
    case 'secrets':
      await parent.say(Object.keys(process.env));
      break;
    default:
      await parent.say(await parent.heard());
  }
});
