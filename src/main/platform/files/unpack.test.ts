import { deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { computeGrowthLimit, unpackDeflate, unpackGzip, unpackZstd, unpackZstdInPieces } from './unpack.ts'

const megabytes = 8
const zeros = Buffer.alloc(megabytes * 2 ** 20)
const dictionary = Buffer.from('{"messages":[')

async function inPieces(packed: Uint8Array, most: number): Promise<number> {
  let length = 0
  for await (const piece of unpackZstdInPieces(packed, { most })) length += piece.length
  return length
}

describe('unpacking', () => {
  const ways: readonly [string, Buffer, (packed: Buffer, most: number) => Promise<number>][] = [
    ['zstd', zstdCompressSync(zeros), async (packed, most) => unpackZstd(packed, most).length],
    ['zstd in pieces', zstdCompressSync(zeros), inPieces],
    ['gzip', gzipSync(zeros), async (packed, most) => unpackGzip(packed, most).length],
    [
      'deflate',
      deflateSync(zeros, { dictionary }),
      async (packed, most) => unpackDeflate(packed, { most, dictionary }).length,
    ],
  ]

  it.each(ways)(
    'of %s gives all up to its limit, and says the limit beyond it',
    async (_, packed, unpack) => {
      expect(await unpack(packed, zeros.length)).toBe(zeros.length)
      await expect(unpack(packed, zeros.length - 2 ** 20)).rejects.toThrow(
        `it becomes more than ${megabytes - 1} MiB when unpacked, which is the most that is taken`,
      )
    },
  )

  it.each(ways)('of damaged %s throws', async (_, packed, unpack) => {
    await expect(unpack(packed.subarray(0, 12), zeros.length)).rejects.toThrow(/\w/)
  })

  it('lets little grow to little, and much to much', () => {
    expect(computeGrowthLimit(Buffer.alloc(44_000))).toBeLessThan(90 * 2 ** 20)
    expect(computeGrowthLimit(Buffer.alloc(2 ** 20))).toBeGreaterThan(500 * 2 ** 20)
    expect(computeGrowthLimit(Buffer.alloc(2 ** 20), 1000)).toBe(1000)
  })
})
