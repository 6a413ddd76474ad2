import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Stands for what the system keeps; Electron's own survives the process, this one does not. */
const systemKey = randomBytes(32)
const sizes = { nonce: 12, tag: 16 }

/** Electron's `safeStorage` on a desktop that has a password manager. */
export const safeStorage = {
  isAsyncEncryptionAvailable: (): Promise<boolean> => Promise.resolve(true),
  getSelectedStorageBackend: (): string => 'gnome_libsecret',
  encryptStringAsync: async (text: string): Promise<Buffer> => {
    const nonce = randomBytes(sizes.nonce)
    const cipher = createCipheriv('aes-256-gcm', systemKey, nonce)
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), encrypted])
  },
  decryptStringAsync: async (bytes: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> => {
    const nonce = bytes.subarray(0, sizes.nonce)
    const decipher = createDecipheriv('aes-256-gcm', systemKey, nonce)
    decipher.setAuthTag(bytes.subarray(sizes.nonce, sizes.nonce + sizes.tag))
    const text = Buffer.concat([decipher.update(bytes.subarray(sizes.nonce + sizes.tag)), decipher.final()])
    return { result: text.toString('utf8'), shouldReEncrypt: false }
  },
}
