import { openSharp } from '../src/kit/sharp.ts';

/** What tests make and look at pictures with: the server's own process, which they run in, opens none. */
export default openSharp(['jpeg', 'png', 'gif', 'webp']);
