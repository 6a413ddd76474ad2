/** A place for a person: line and column count from 1, the byte from 0 in UTF-8, a byte order mark included. */
export function describeTextPlace(text: string, offset: number, bom: boolean): string {
  let line = 1
  let lineStart = 0
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1
    lineStart = at + 1
  }
  const byte = Buffer.byteLength(text.slice(0, offset)) + (bom ? 3 : 0)
  return `line ${line}, column ${offset - lineStart + 1} (byte ${byte.toLocaleString('en-US')})`
}
