import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fingerprintFile } from './fingerprint-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-fingerprint-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function writeTestFile(name: string, bytes: Buffer): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return path
}

it('is the same for the same content under another name', async () => {
  const [one, two] = [
    await writeTestFile('a', Buffer.alloc(9e6, 1)),
    await writeTestFile('b', Buffer.alloc(9e6, 1)),
  ]
  expect(await fingerprintFile(one)).toMatch(/^[0-9a-f]{16}$/)
  expect(await fingerprintFile(two)).toBe(await fingerprintFile(one))
})

it.each([
  ['a byte at the beginning', (bytes: Buffer) => bytes.fill(2, 0, 1)],
  ['a stretch in the middle', (bytes: Buffer) => bytes.fill(2, 6e6, 6e6 + 40_000)],
  ['a byte more', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from([1])])],
])('differs with %s', async (name, change) => {
  const before = await writeTestFile(`${name} before`, Buffer.alloc(9e6, 1))
  const after = await writeTestFile(`${name} after`, change(Buffer.alloc(9e6, 1)))
  expect(await fingerprintFile(after)).not.toBe(await fingerprintFile(before))
})

it('is found anew when a file changes', async () => {
  const path = await writeTestFile('c', Buffer.from('one'))
  const before = await fingerprintFile(path)
  await writeTestFile('c', Buffer.from('three'))
  expect(await fingerprintFile(path)).not.toBe(before)
})

it('says what is wrong with a folder and with nothing', async () => {
  await expect(fingerprintFile(folder)).rejects.toThrow('This is a folder')
  await expect(fingerprintFile(join(folder, 'none'))).rejects.toThrow('does not exist')
})
