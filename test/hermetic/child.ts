/** Guards a program in Node that a test starts: Node loads this module first. */
import { guard } from './guard.ts';

guard();
