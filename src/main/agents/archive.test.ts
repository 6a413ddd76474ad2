import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readArchive } from './archive.ts'
import { ImportFailure } from './import-failure.ts'
import { buildZip, type ZipEntry } from './testing/zip.ts'

const folder = mkdtempSync(join(tmpdir(), 'archive-'))
afterAll(() => rmSync(folder, { recursive: true }))

const text = JSON.stringify({ a: 'text '.repeat(200) })
const put = (bytes: Buffer): string => {
  const path = join(folder, 'one.eval')
  writeFileSync(path, bytes)
  return path
}
const read = (bytes: Buffer, name = 'a.json', most = 1_000_000): Promise<unknown> =>
  readArchive(put(bytes), { bytes: most }, (archive) => archive.json(name))
const archived = (entry: Partial<ZipEntry>): Buffer => buildZip([{ name: 'a.json', text, ...entry }])

describe('an archive', () => {
  it.each(['stored', 'deflated', 'zstd'] as const)('gives a file that is %s', async (method) => {
    expect(await read(archived({ method }))).toEqual(JSON.parse(text))
    expect(await read(archived({ method }), 'b.json')).toBeNull()
  })

  it('lists its files, each by its last version', async () => {
    const bytes = buildZip([
      { name: 'a.json', text: '1' },
      { name: 'b.json', text: '2' },
      { name: 'a.json', text: '3' },
    ])
    const [names, value, stamp] = await readArchive(put(bytes), { bytes: 100 }, async (archive) => [
      archive.names,
      await archive.json('a.json'),
      archive.readStamp('a.json') === archive.readStamp('b.json'),
    ])
    expect([names, value, stamp]).toEqual([['a.json', 'b.json'], 3, false])
  })

  it.each([
    ['a file larger than what may be read', archived({}), 500, /too large/],
    ['a small file that is made to grow', archived({ claimedSize: 50 }), 1_000_000, /bytes|size|larger/],
    [
      'the same packed by zstd',
      archived({ method: 'zstd', claimedSize: 50 }),
      1_000_000,
      /becomes more than 50 bytes when unpacked/,
    ],
    ['a file that claims to be larger', archived({ claimedSize: 5000 }), 1_000_000, /bytes|size/],
    ['a file with other bytes than were written', archived({ claimedCrc: 1 }), 1_000_000, /checksum/],
    ['a file that is no JSON', archived({ text: 'x' }), 1_000_000, /a\.json in the archive/],
    ['an archive without its end', archived({}).subarray(0, 60), 1_000_000, /truncated|central directory/i],
    ['an archive of nothing', Buffer.from('PK\u0003\u0004'), 1_000_000, /central directory/i],
  ])('fails for %s', async (_, bytes, most, reason) => {
    const failure: unknown = await read(bytes, 'a.json', most).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ImportFailure)
    expect(String(failure)).toMatch(reason)
  })

  it('lets what is read together not grow beyond the limit', async () => {
    const bytes = buildZip(Array.from({ length: 9 }, (_, at) => ({ name: `${at}.json`, text })))
    const reading = readArchive(put(bytes), { bytes: 4 * text.length }, async ({ names, json }) => {
      for (const name of names) await json(name)
    })
    await expect(reading).rejects.toThrow(/too large/)
  })

  it('fails with a reason at worst, wherever a byte is another', async () => {
    const whole = buildZip([
      { name: 'a.json', text, method: 'stored' },
      { name: 'b.json', text },
      { name: 'c.json', text, method: 'zstd' },
    ])
    for (let at = 0; at < whole.length; at += 7) {
      const bytes = Buffer.from(whole)
      bytes[at] = (bytes[at] ?? 0) ^ 0x5a
      for (const name of ['a.json', 'b.json', 'c.json']) {
        const value: unknown = await read(bytes, name).catch((error: unknown) => error)
        expect(value instanceof ImportFailure || value === null || JSON.stringify(value) === text).toBe(true)
      }
    }
  })
})
