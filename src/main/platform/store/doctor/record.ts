/** A value as SQLite keeps it; whole numbers beyond what a JavaScript number holds exactly are `bigint`. */
export type Value = null | number | bigint | string | Buffer

/** A variable-length number at a place, with the place behind it; null where it goes beyond the bytes. */
export function readVarint(
  bytes: Buffer,
  at: number,
): { readonly value: bigint; readonly next: number } | null {
  let value = 0n
  for (let index = 0; index < 9; index += 1) {
    const byte = bytes[at + index]
    if (byte === undefined) return null
    if (index === 8) return { value: BigInt.asIntN(64, (value << 8n) | BigInt(byte)), next: at + 9 }
    value = (value << 7n) | BigInt(byte & 0x7f)
    if (byte < 0x80) return { value, next: at + index + 1 }
  }
  return null
}

const integerBytes = [0, 1, 2, 3, 4, 6, 8]

function computeValueSize(type: number): number {
  if (type <= 6) return integerBytes[type] ?? 0
  if (type === 7) return 8
  return type < 12 ? 0 : Math.floor((type - 12) / 2)
}

/** The types of a record's values and where those begin; null where this is no record. */
function readTypes(payload: Buffer): { readonly types: readonly number[]; readonly start: number } | null {
  const head = readVarint(payload, 0)
  if (head === null || head.value < 1n || head.value > BigInt(payload.length)) return null
  const start = Number(head.value)
  const types: number[] = []
  let at = head.next
  while (at < start) {
    const type = readVarint(payload, at)
    // 10 and 11 are never written.
    if (type === null || type.value < 0n || type.value === 10n || type.value === 11n) return null
    if (type.value > 2n ** 33n) return null
    types.push(Number(type.value))
    at = type.next
  }
  return at === start ? { types, start } : null
}

/**
 * The values of a record (https://www.sqlite.org/fileformat2.html#record_format); null where the bytes are no record,
 * do not hold exactly what its head announces, or hold text that is not UTF-8.
 */
export function readRecord(payload: Buffer): readonly Value[] | null {
  const head = readTypes(payload)
  if (head === null) return null
  if (head.types.reduce((sum, type) => sum + computeValueSize(type), head.start) !== payload.length)
    return null
  const values: Value[] = []
  let at = head.start
  for (const type of head.types) {
    const size = computeValueSize(type)
    const value = readValue(payload.subarray(at, at + size), type)
    if (value === undefined) return null
    values.push(value)
    at += size
  }
  return values
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function readValue(bytes: Buffer, type: number): Value | undefined {
  if (type === 0) return null
  if (type === 8 || type === 9) return type - 8
  if (type <= 5) return bytes.readIntBE(0, bytes.length)
  if (type === 6) {
    const value = bytes.readBigInt64BE(0)
    return Number.isSafeInteger(Number(value)) ? Number(value) : value
  }
  if (type === 7) return bytes.readDoubleBE(0)
  // The bytes lie in a page that is read over later.
  if (type % 2 === 0) return Buffer.from(bytes)
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}
