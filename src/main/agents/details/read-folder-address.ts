import { fileURLToPath } from 'node:url'
import { toTextOrNull } from '../json/fields.ts'

/** The path of a folder that an editor may have written as an address. */
export function readFolderAddress(value: unknown): string | null {
  const text = toTextOrNull(value)
  if (text === null || !text.startsWith('file:')) return text
  try {
    return fileURLToPath(text)
  } catch {
    return text
  }
}
