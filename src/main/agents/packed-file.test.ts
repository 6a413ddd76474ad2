import { zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { unpackBytes } from './packed-file.ts'

const megabyte = 2 ** 20

describe('a packed file', () => {
  it('is unpacked whole, also where it shrank to a thousandth', () => {
    const bytes = Buffer.alloc(30 * megabyte, '{"type":"event_msg"}\n')
    const packed = zstdCompressSync(bytes)
    expect(bytes.length / packed.length).toBeGreaterThan(1000)
    expect(unpackBytes(packed, 512 * megabyte)?.equals(bytes)).toBe(true)
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
