import { open } from './page.ts';

open();
