import { createHash } from 'node:crypto'

/** SHA-256 of bytes, or of a text's UTF-8 bytes, in hexadecimal. */
export function computeSha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
