import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'

const headBytes = 32
const frameHeadBytes = 24
const magics: readonly number[] = [0x377f0682, 0x377f0683]

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
 * Frames of finished transactions in the log of a database that SQLite leaves out without a word, because of damage before
 * them (https://www.sqlite.org/fileformat2.html#walformat). For the doctor. Throws what the file system throws.
 */
export function countLostFrames(path: string, pageSize: number): number {
  if (!existsSync(path) || statSync(path).size < headBytes + frameHeadBytes + pageSize) return 0
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(headBytes)
    readSync(file, head, 0, headBytes, 0)
    return countBehindDamage(file, head, { pageSize, fileBytes: statSync(path).size })
  } finally {
    closeSync(file)
  }
}

function countBehindDamage(
  file: number,
  head: Buffer,
  { pageSize, fileBytes }: Readonly<{ pageSize: number; fileBytes: number }>,
): number {
  const isBigEndian = head.readUInt32BE(0) === magics[1]
  const headSum = addUp(head.subarray(0, 24), isBigEndian, [0, 0])
  const isHeadDamaged = !magics.includes(head.readUInt32BE(0)) || !isSame(headSum, readSum(head, 24))
  const frame = Buffer.alloc(frameHeadBytes + pageSize)
  let isWhole = !isHeadDamaged
  let [finished, usable, frames] = [0, 0, 0]
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
    isWhole &&= isSame(next, sum)
    frames += 1
    // Frames behind the last commit belong to a transaction that never ended.
    if (frame.readUInt32BE(4) === 0) continue
    finished = frames
    if (isWhole) usable = frames
  }
  return finished - usable
}
