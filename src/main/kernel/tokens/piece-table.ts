/** Pieces that a table holds before it begins anew; twice as many slots keep them apart. */
const mostPieces = 2 ** 17
const slots = 2 * mostPieces
/** Longer pieces are rare, and seldom come again. */
const longestPiece = 32

/**
 * Remembers what pieces of ASCII count, by their place in a text: no text is made of a piece to look it up, which would
 * take longer than all the rest.
 */
export function createPieceTable(count: (piece: string) => number) {
  const entries = new Int32Array(slots)
  const hashes = new Int32Array(mostPieces)
  const lengths = new Uint8Array(mostPieces)
  const tokens = new Uint8Array(mostPieces)
  const characters = new Uint8Array(mostPieces * longestPiece)
  let size = 0
  const isAt = (entry: number, text: string, from: number): boolean => {
    const start = entry * longestPiece - from
    for (let at = from, end = from + (lengths[entry] ?? 0); at < end; at += 1)
      if (characters[start + at] !== text.charCodeAt(at)) return false
    return true
  }
  const add = (slot: number, hash: number, piece: string): number => {
    const own = count(piece)
    if (size === mostPieces) {
      entries.fill(0)
      size = 0
      return own
    }
    for (let at = 0; at < piece.length; at += 1) characters[size * longestPiece + at] = piece.charCodeAt(at)
    hashes[size] = hash
    lengths[size] = piece.length
    tokens[size] = own
    size += 1
    entries[slot] = size
    return own
  }
  /** Tokens of the piece between two places of a text, all of it ASCII. */
  return (text: string, from: number, end: number): number => {
    const length = end - from
    if (length > longestPiece) return count(text.slice(from, end))
    let hash = length
    for (let at = from; at < end; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
    let slot = (hash ^ (hash >>> 15)) & (slots - 1)
    for (let entry = entries[slot] ?? 0; entry > 0; entry = entries[slot] ?? 0) {
      if (hashes[entry - 1] === hash && lengths[entry - 1] === length && isAt(entry - 1, text, from))
        return tokens[entry - 1] ?? 0
      slot = (slot + 1) & (slots - 1)
    }
    return add(slot, hash, text.slice(from, end))
  }
}
