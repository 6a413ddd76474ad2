import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readAtMost, readFileBytes, readFileText } from './read-file.ts'

let folder = ''
const at = (name: string): string => join(folder, name)
const isUnix = process.platform !== 'win32'

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-read-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('reading a file', () => {
  it.each([0, 1, 4095, 4096, 4097, 3_000_000])('gives all of its %i bytes', async (size) => {
    const bytes = Buffer.alloc(size, 'abc')
    await writeFile(at('a'), bytes)
    expect((await readFileBytes(at('a'), size)).equals(bytes)).toBe(true)
    await writeFile(at('a'), Buffer.alloc(size + 1))
    await expect(readFileBytes(at('a'), size)).rejects.toMatchObject({ code: 'too-large' })
  })

  it.runIf(process.platform === 'linux')(
    'reads files that claim to be empty, and keeps to the limit',
    async () => {
      expect(await readFileText('/proc/self/status', 100_000)).toContain('Name:')
      await expect(readFileText('/proc/self/status', 100)).rejects.toMatchObject({
        code: 'too-large',
        message: 'The file is too large: it may have 100 bytes.',
      })
    },
  )

  it('stops at the limit where a file never ends', async () => {
    let given = 0
    const endless = {
      read: async (_: unknown, __: number, length: number) => {
        given += length
        return { bytesRead: length, buffer: Buffer.alloc(0) }
      },
    }
    // The handle's `read` has many forms; this is the one that is used.
    expect(await readAtMost(endless as never, 10_000, 0)).toBeNull()
    expect(given).toBeLessThanOrEqual(10_001)
  })

  it.runIf(isUnix)('refuses what is no file at once', async () => {
    execFileSync('mkfifo', [at('pipe')])
    await mkdir(at('folder'))
    const server = createServer().listen(at('socket'))
    await new Promise((ready) => server.once('listening', ready))
    const table = [
      ['pipe', 'This is a pipe, not a file.'],
      ['folder', 'This is a folder, not a file.'],
      ['socket', 'This is a socket, not a file.'],
    ] as const
    for (const [name, message] of table)
      await expect(readFileBytes(at(name), 10)).rejects.toMatchObject({ code: 'not-a-file', message })
    await expect(readFileBytes('/dev/zero', 10)).rejects.toThrow('This is a device, not a file.')
    server.close()
  })

  it('says that there is none', async () => {
    await expect(readFileBytes(at('none'), 10)).rejects.toMatchObject({
      code: 'not-found',
      where: at('none'),
    })
    await expect(readFileBytes(at('n'.repeat(300)), 10)).rejects.toMatchObject({ code: 'bad-name' })
  })
})
