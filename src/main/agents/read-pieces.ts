import { isUtf8 } from 'node:buffer'
import { parseJsonOrNull } from '../../shared/kernel/json-values.ts'
import { findFirstDifference } from './decode-text.ts'
import type { ImportLimits } from './import-limits.ts'
import { collectJsonLines, type LineReading } from './json-lines.ts'

/** How far a file is, for who waits for it. Throws to stop. */
export type HearPieces = (doneBytes: number, totalBytes: number) => void

export type PiecesInput = Readonly<{
  /** Fills a buffer from a place in the file on; gives how many bytes came. */
  readAt(buffer: Buffer, position: number): Promise<number>
  name: string
  /** So many bytes are read; what is written behind them meanwhile is for the next time. */
  size: number
  /** More stands behind these, of which nobody wants to hear: the last line is left out, which most likely is cut. */
  isBeginning?: boolean
  limits: ImportLimits
  /** Fields of a line that its reader never looks at. */
  unread: readonly string[]
  onRead?: HearPieces | undefined
}>

/** What a file with a record a line says, and what was odd about its bytes. */
export type PiecesReading = Readonly<{
  lines: LineReading
  /** First byte that is no UTF-8; null where there is none. */
  lossAt: number | null
  /** It became shorter than it was. */
  isCut: boolean
}>

/** Reads a file with a record a line piece by piece: no more of it than a piece and a line is held at a time. */
export async function readPieces(input: PiecesInput): Promise<PiecesReading> {
  const { readAt, name, size, isBeginning = false, limits, unread, onRead } = input
  const lines = collectJsonLines(limits, unread)
  const piece = Buffer.allocUnsafe(Math.min(limits.pieceBytes, Math.max(size, 1)))
  const open = createOpenLine(limits.lineBytes)
  let lossAt: number | null = null
  const close = (end: Buffer, position: number): Buffer | null => {
    const line = open.take(end)
    if (line !== null && lossAt === null && !isUtf8(line))
      lossAt = position - line.length + findFirstDifference(line, Buffer.from(line.toString('utf8')))
    return line
  }
  let position = await findTextStart(readAt)
  while (position < size) {
    const read = await readAt(piece.subarray(0, Math.min(piece.length, size - position)), position)
    if (read === 0) break
    let from = 0
    for (let end = piece.subarray(0, read).indexOf(0x0a); end >= 0;) {
      lines.add(close(piece.subarray(from, end), position + end))
      from = end + 1
      const next = piece.subarray(from, read).indexOf(0x0a)
      end = next < 0 ? -1 : from + next
    }
    open.add(piece.subarray(from, read))
    position += read
    onRead?.(position, size)
  }
  const last = isBeginning ? Buffer.alloc(0) : close(Buffer.alloc(0), position)
  return { lines: lines.finish(name, last), lossAt, isCut: position < size }
}

/** Where the text begins: behind a byte order mark. */
async function findTextStart(readAt: PiecesInput['readAt']): Promise<number> {
  const start = Buffer.alloc(3)
  await readAt(start, 0)
  return start.equals(Buffer.from([0xef, 0xbb, 0xbf])) ? 3 : 0
}

/** A line that comes in pieces; nothing is held of one that is too long. */
function createOpenLine(mostBytes: number) {
  let parts: Buffer[] = []
  let length = 0
  return {
    /** A piece is read over later: what stays of it is copied. */
    add: (part: Buffer): void => {
      length += part.length
      if (length > mostBytes) parts = []
      else if (part.length > 0) parts.push(Buffer.from(part))
    },
    /**
     * The line that ends with this piece; null for one that is too long. One that lies in a single piece is looked at there:
     * copies of each would pile up outside of the heap.
     */
    take: (end: Buffer): Buffer | null => {
      length += end.length
      const line = length > mostBytes ? null : parts.length === 0 ? end : Buffer.concat([...parts, end])
      parts = []
      length = 0
      return line
    },
  }
}

/** Whether a file that begins so has a JSON object a line, as far as its beginning tells. */
export function beginsWithLines(start: Uint8Array): boolean {
  // A mark at the beginning is left out by decoding.
  const text = new TextDecoder().decode(start)
  const rows = text.split('\n')
  const first = rows.findIndex((row) => row.trim() !== '' && !row.startsWith('//'))
  const row = rows[first]?.trim() ?? ''
  // A first line that is longer than what is looked at.
  if (first === rows.length - 1) return row.startsWith('{"')
  return row.startsWith('{') && parseJsonOrNull(row) !== null
}
