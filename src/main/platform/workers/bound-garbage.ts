import { setFlagsFromString } from 'node:v8'

/**
 * Percent by which a heap of this process may outgrow what was in use in it before its garbage is collected, while a large
 * history is read, shown or condensed. V8's own measure is up to four times what is in use: the garbage then takes as much as
 * the history, and the peak for one of 50 MB is 6.0 to 6.4 times its size instead of 5.3. What goes through a history many
 * times would collect for half of its time.
 */
const growingPercent = 25

/** Sets what holds for all threads from their next collection on; 0 is V8's own measure. */
export function boundGarbage(isBounded: boolean): void {
  setFlagsFromString(`--heap-growing-percent=${isBounded ? growingPercent : 0}`)
}
