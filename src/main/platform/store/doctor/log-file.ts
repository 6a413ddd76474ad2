import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'

/** What the write-ahead log beside a database holds of its pages. */
export type LogFile = Readonly<{
  /** Frames of the log's present generation, those behind damage among them. */
  frames: number
  /** Frames that SQLite uses: all up to the last whole transaction before the first damage. */
  usable: number
  /** Frames whose checksum does not fit, followed by transactions that were finished. */
  damaged: number
  isHeadDamaged: boolean
  /** Where in the log the last version of each page lies, by page; also of transactions behind damage. */
  pages: ReadonlyMap<number, number>
  /** Pages of the database after the last transaction; null where the log holds none. */
  pageCount: number | null
}>

const headBytes = 32
const frameHeadBytes = 24
const magics: readonly number[] = [0x377f0682, 0x377f0683]

const none: LogFile = {
  frames: 0,
  usable: 0,
  damaged: 0,
  isHeadDamaged: false,
  pages: new Map(),
  pageCount: null,
}

type Sum = readonly [number, number]

/** SQLite's checksum of whole 8-byte words, going on from an earlier one. */
function addUp(bytes: Buffer, isBigEndian: boolean, [first, second]: Sum): Sum {
  let a = first
  let b = second
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    a = (a + (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + b) >>> 0
    b = (b + (isBigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + a) >>> 0
  }
  return [a, b]
}

function readSum(bytes: Buffer, at: number): Sum {
  return [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]
}

const isSame = (one: Sum, other: Sum): boolean => one[0] === other[0] && one[1] === other[1]

/**
 * Reads the log of a database (https://www.sqlite.org/fileformat2.html#walformat). Throws what the file system throws.
 */
export function readLog(path: string, pageSize: number): LogFile {
  if (!existsSync(path) || statSync(path).size < headBytes + frameHeadBytes + pageSize) return none
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(headBytes)
    readSync(file, head, 0, headBytes, 0)
    return readFrames(file, head, { pageSize, fileBytes: statSync(path).size })
  } finally {
    closeSync(file)
  }
}

type Frame = Readonly<{ page: number; commit: number; at: number; isWhole: boolean }>

function readFrames(
  file: number,
  head: Buffer,
  { pageSize, fileBytes }: Readonly<{ pageSize: number; fileBytes: number }>,
): LogFile {
  const isBigEndian = head.readUInt32BE(0) === magics[1]
  const headSum = addUp(head.subarray(0, 24), isBigEndian, [0, 0])
  const isHeadDamaged = !magics.includes(head.readUInt32BE(0)) || !isSame(headSum, readSum(head, 24))
  const frame = Buffer.alloc(frameHeadBytes + pageSize)
  const frames: Frame[] = []
  let salts: Sum | null = isHeadDamaged ? null : readSum(head, 16)
  let sum = headSum
  for (let at = headBytes; at + frame.length <= fileBytes; at += frame.length) {
    readSync(file, frame, 0, frame.length, at)
    salts ??= readSum(frame, 8)
    // What an earlier generation left behind the end of this one.
    if (!isSame(readSum(frame, 8), salts)) continue
    const next = addUp(
      frame.subarray(frameHeadBytes),
      isBigEndian,
      addUp(frame.subarray(0, 8), isBigEndian, sum),
    )
    // The next sum goes on from the one that was written, also where this frame is damaged.
    sum = readSum(frame, 16)
    const page = frame.readUInt32BE(0)
    const commit = frame.readUInt32BE(4)
    frames.push({ page, commit, at: at + frameHeadBytes, isWhole: isSame(next, sum) })
  }
  return summarise(frames, isHeadDamaged)
}

function summarise(all: readonly Frame[], isHeadDamaged: boolean): LogFile {
  // Frames behind the last commit belong to a transaction that never ended.
  const end = all.findLastIndex(({ commit }) => commit > 0) + 1
  const frames = all.slice(0, end)
  const firstBad = isHeadDamaged ? 0 : frames.findIndex(({ isWhole }) => !isWhole)
  const intact = firstBad < 0 ? frames : frames.slice(0, firstBad)
  return {
    frames: frames.length,
    usable: intact.findLastIndex(({ commit }) => commit > 0) + 1,
    damaged: frames.filter(({ isWhole }) => !isWhole).length,
    isHeadDamaged: isHeadDamaged && frames.length > 0,
    pages: new Map(frames.map(({ page, at }) => [page, at])),
    pageCount: frames.at(-1)?.commit ?? null,
  }
}
