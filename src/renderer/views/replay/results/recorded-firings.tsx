/** Where the agent itself condensed, held against what the same settings would do. */
export function RecordedFirings() {
  return null
}
