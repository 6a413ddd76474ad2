/** Messages of one second that have a place each; a second with more is not to be expected. */
export const placesPerSecond = 2 ** 21

/** The latest second that leaves every place an exact number: in the year 2106. */
const lastSecond = 2 ** 32 - 1

/** First place of the second in which a message was written; `ts` is in milliseconds since 1970. */
export function firstPlaceOf(ts: number): number {
  const second = Number.isFinite(ts) ? Math.floor(ts / 1000) : 0
  return Math.min(Math.max(second, 0), lastSecond) * placesPerSecond
}
