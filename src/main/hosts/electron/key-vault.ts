import { join } from 'node:path'
import type { SafeStorage } from 'electron'
import PQueue from 'p-queue'
import { z } from 'zod'
import type { ComposeOptions } from '../../features/common/dewpoint.ts'
import { FileFailure } from '../../platform/files/file-failure.ts'
import { readFileText } from '../../platform/files/read-file.ts'
import type { SourceGuard } from '../../platform/files/source-guard.ts'
import { removeFile, writeFile } from '../../platform/files/write-file.ts'

/** What is needed of Electron's `safeStorage`. */
type Encryption = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptStringAsync' | 'decryptStringAsync'
>
type KeyVault = NonNullable<ComposeOptions['vault']>

export type KeyVaultOptions = {
  readonly encryption: Encryption
  readonly platform: NodeJS.Platform
  /** Absolute path; has to be there. */
  readonly dataFolder: string
  readonly guard: Pick<SourceGuard, 'check'>
}

/** In bytes; a file of keys comes nowhere near it. */
const longestFile = 10_000_000

/** Ciphertexts in base64 by the name of the key. */
const keysSchema = z.record(z.string(), z.base64())
type Keys = Readonly<z.infer<typeof keysSchema>>

/**
 * Keys in `keys.json` of the data folder, encrypted with what the system has for that: Keychain, DPAPI, or the
 * password manager of the desktop. Readable by its owner alone, replaced whole, never in plain text.
 */
export function createKeyVault({ encryption, platform, dataFolder, guard }: KeyVaultOptions): KeyVault {
  const file = join(dataFolder, 'keys.json')
  // One change after the other: two at once would each keep only its own.
  const changes = new PQueue({ concurrency: 1 })
  const change = (edit: (keys: Keys) => Promise<Keys>): Promise<void> =>
    changes.add(async () => replace(file, await edit(await load(file)), guard))
  return {
    storage: async () => {
      if (!(await encryption.isAsyncEncryptionAvailable())) return 'none'
      // Only Linux has systems without a password manager; Electron then encrypts with a password that all know.
      const isBasic = platform === 'linux' && encryption.getSelectedStorageBackend() === 'basic_text'
      return isBasic ? 'unprotected' : 'protected'
    },
    read: async (name) => {
      const ciphertext = (await load(file).catch((): Keys => ({})))[name]
      if (ciphertext === undefined) return null
      const decrypted = await decrypt(encryption, ciphertext)
      if (decrypted?.shouldReEncrypt === true) {
        const renew = async (keys: Keys): Promise<Keys> => ({
          ...keys,
          [name]: await encrypt(encryption, decrypted.result),
        })
        // The old ciphertext still works; it is renewed the next time.
        await change(renew).catch(() => undefined)
      }
      return decrypted?.result ?? null
    },
    write: (name, key) => change(async (keys) => ({ ...keys, [name]: await encrypt(encryption, key) })),
    forget: (name) =>
      change(async (keys) => Object.fromEntries(Object.entries(keys).filter(([known]) => known !== name))),
  }
}

async function encrypt(encryption: Encryption, key: string): Promise<string> {
  return (await encryption.encryptStringAsync(key)).toString('base64')
}

/** Null where the system's own key is another one now: the user moved, or the password manager was reset. */
async function decrypt(
  encryption: Encryption,
  ciphertext: string,
): Promise<Electron.DecryptStringAsyncReturnValue | null> {
  try {
    return await encryption.decryptStringAsync(Buffer.from(ciphertext, 'base64'))
  } catch {
    return null
  }
}

/**
 * Nothing where there is no such file, or where it is damaged: keys can be entered again. Throws where it is there and
 * cannot be read.
 */
async function load(file: string): Promise<Keys> {
  const text = await readFileText(file, longestFile).catch((error: unknown) => {
    if (error instanceof FileFailure && error.code === 'not-found') return '{}'
    throw error
  })
  try {
    return keysSchema.parse(JSON.parse(text))
  } catch {
    return {}
  }
}

async function replace(file: string, keys: Keys, guard: KeyVaultOptions['guard']): Promise<void> {
  if (Object.keys(keys).length === 0) return removeFile(file, { guard })
  const text = `${JSON.stringify(keys, null, 2)}\n`
  return writeFile(file, text, { guard, replace: true, mode: 0o600 })
}
