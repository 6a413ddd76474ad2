/** A whole number as a sentence or the command line has it: `61653` as `61,653`. A figure on the screen is `formatInteger`'s. */
export function formatCount(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}
