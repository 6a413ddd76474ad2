import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createKeyVault, type KeyVaultOptions } from './key-vault.ts'

const key = 'sk-ant-api03-secret'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-keys-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

type Encryption = KeyVaultOptions['encryption']

/** A cipher that a test can see through: every byte is turned around, after the name of its own key. */
function fakeEncryption(more: Partial<Encryption> & { readonly ownKey?: string } = {}): Encryption {
  const mark = Buffer.from(more.ownKey ?? 'k1')
  const turn = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => byte ^ 0xff))
  return {
    isAsyncEncryptionAvailable: () => Promise.resolve(true),
    getSelectedStorageBackend: () => 'gnome_libsecret',
    encryptStringAsync: (text) => Promise.resolve(Buffer.concat([mark, turn(Buffer.from(text))])),
    decryptStringAsync: (bytes) =>
      bytes.subarray(0, 2).equals(mark)
        ? Promise.resolve({ result: turn(bytes.subarray(2)).toString(), shouldReEncrypt: false })
        : Promise.reject(new Error('cannot decrypt')),
    ...more,
  }
}
const vaultWith = (encryption: Encryption, platform: NodeJS.Platform = 'linux') =>
  createKeyVault({ encryption, platform, dataFolder: folder, guard: { check: async () => undefined } })

describe('a key', () => {
  it('is found again by another opening, and is nowhere in plain text', async () => {
    await vaultWith(fakeEncryption()).write('work', key)
    expect(await vaultWith(fakeEncryption()).read('work')).toBe(key)
    expect(await vaultWith(fakeEncryption()).read('home')).toBeNull()
    expect(await readdir(folder)).toEqual(['keys.json'])
    const text = await readFile(join(folder, 'keys.json'), 'utf8')
    expect(text).not.toContain(key)
    expect(text).not.toContain(Buffer.from(key).toString('base64'))
  })

  it.skipIf(process.platform === 'win32')(
    'can be read by its owner alone, also where the file was open to all',
    async () => {
      await writeFile(join(folder, 'keys.json'), '{}')
      await chmod(join(folder, 'keys.json'), 0o644)
      await vaultWith(fakeEncryption()).write('work', key)
      expect((await stat(join(folder, 'keys.json'))).mode & 0o777).toBe(0o600)
    },
  )

  it('is replaced and forgotten alone', async () => {
    const vault = vaultWith(fakeEncryption())
    await Promise.all([vault.write('a', 'first'), vault.write('b', 'second'), vault.write('a', 'third')])
    expect([await vault.read('a'), await vault.read('b')]).toEqual(['third', 'second'])
    await vault.forget('a')
    await vault.forget('unknown')
    expect([await vault.read('a'), await vault.read('b')]).toEqual([null, 'second'])
    await vault.forget('b')
    expect(await readdir(folder)).toEqual([])
  })

  it('that the system can no longer decrypt is none', async () => {
    await vaultWith(fakeEncryption()).write('work', key)
    expect(await vaultWith(fakeEncryption({ ownKey: 'k2' })).read('work')).toBeNull()
  })

  it('is encrypted again where the system asks for it', async () => {
    await vaultWith(fakeEncryption()).write('work', key)
    const before = await readFile(join(folder, 'keys.json'), 'utf8')
    const rotated = fakeEncryption({
      ownKey: 'k2',
      decryptStringAsync: () => Promise.resolve({ result: key, shouldReEncrypt: true }),
    })
    expect(await vaultWith(rotated).read('work')).toBe(key)
    expect(await readFile(join(folder, 'keys.json'), 'utf8')).not.toBe(before)
    expect(await vaultWith(fakeEncryption({ ownKey: 'k2' })).read('work')).toBe(key)
  })

  it('that cannot be encrypted leaves the others as they are', async () => {
    await vaultWith(fakeEncryption()).write('work', key)
    const broken = vaultWith(
      fakeEncryption({ encryptStringAsync: () => Promise.reject(new Error('locked')) }),
    )
    await expect(broken.write('home', key)).rejects.toThrow('locked')
    expect(await broken.read('work')).toBe(key)
    await expect(broken.write('home', key)).rejects.toThrow('locked')
    expect(await readdir(folder)).toEqual(['keys.json'])
  })

  it.each(['', 'no JSON', '[]', '{"work": 5}', '{"work": "***"}'])(
    'is none where the file holds %j, and can be entered again',
    async (text) => {
      await writeFile(join(folder, 'keys.json'), text)
      const vault = vaultWith(fakeEncryption())
      expect(await vault.read('work')).toBeNull()
      await vault.write('work', key)
      expect(await vault.read('work')).toBe(key)
    },
  )
})

it('overwrites nothing that it could not read', async () => {
  await mkdir(join(folder, 'keys.json'))
  const vault = vaultWith(fakeEncryption())
  expect(await vault.read('work')).toBeNull()
  await expect(vault.write('work', key)).rejects.toThrow('This is a folder')
  expect(await readdir(folder)).toEqual(['keys.json'])
})

describe('the storage', () => {
  it.each<[string, Partial<Encryption>, NodeJS.Platform, string]>([
    ['of a desktop with a password manager', {}, 'linux', 'protected'],
    ['of one without', { getSelectedStorageBackend: () => 'basic_text' }, 'linux', 'unprotected'],
    [
      'of macOS, where there is no backend to ask for',
      {
        getSelectedStorageBackend: () => {
          throw new Error('Linux only')
        },
      },
      'darwin',
      'protected',
    ],
    ['that is not there', { isAsyncEncryptionAvailable: () => Promise.resolve(false) }, 'win32', 'none'],
  ])('%s is reported as what it is', async (_name, more, platform, storage) => {
    expect(await vaultWith(fakeEncryption(more), platform).storage()).toBe(storage)
  })
})
