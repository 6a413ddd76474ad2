import { zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { unpackBytes } from './packed-file.ts'

const megabyte = 2 ** 20

describe('a packed file', () => {
  it('is unpacked whole, also where it shrank to a thousandth', () => {
    const bytes = Buffer.alloc(30 * megabyte, '{"type":"event_msg"}\n')
    const packed = zstdCompressSync(bytes)
    expect(bytes.length / packed.length).toBeGreaterThan(1000)
    expect(unpackBytes(packed, 512 * megabyte)?.bytes.equals(bytes)).toBe(true)
  })

  it('is read frame by frame, the last one as far as it was written', () => {
    const rows = Array.from({ length: 60_000 }, (_, at) => `${(at * 7919) % 104_729}`).join('\n')
    const frames = ['head\n', 'first\n', rows].map((text) => zstdCompressSync(text))
    const whole = Buffer.concat(frames)
    expect(unpackBytes(whole, megabyte)).toEqual({ bytes: Buffer.from(`head\nfirst\n${rows}`), torn: 0 })
    const torn = unpackBytes(whole.subarray(0, -9), megabyte)
    expect(torn?.torn).toBe((frames[2]?.length ?? 0) - 9)
    expect(`head\nfirst\n${rows}`.startsWith(String(torn?.bytes))).toBe(true)
    expect(torn?.bytes.length).toBeGreaterThan(100_000)
    const barely = whole.subarray(0, whole.length - (frames[2]?.length ?? 0) + 3)
    expect(unpackBytes(barely, megabyte)).toEqual({ bytes: Buffer.from('head\nfirst\n'), torn: 3 })
    expect(unpackBytes(whole, 1000)).toBeNull()
  })

  it('of many frames becomes no more than one of a frame may', () => {
    const frame = zstdCompressSync(Buffer.alloc(20 * megabyte, '{}\n'))
    expect(unpackBytes(Buffer.concat(Array.from({ length: 10 }, () => frame)), 512 * megabyte)).toBeNull()
  })

  it('of some kilobytes does not become hundreds of megabytes', () => {
    const packed = zstdCompressSync(Buffer.alloc(200 * megabyte, '{}\n'))
    expect(packed.length).toBeLessThan(50_000)
    expect(unpackBytes(packed, 512 * megabyte)).toBeNull()
  })

  it('is no more than was asked for', () => {
    expect(unpackBytes(zstdCompressSync(Buffer.alloc(2000)), 1000)).toBeNull()
  })
})
