import { openToRead } from '../files/read-file.ts'
import { headBytes, headOf, type FileHead } from './file-head.ts'
import type { ImportFormat } from './format.ts'
import { formats } from './formats.ts'

const endings = formats.flatMap((format) => format.endings)

/** Whether a file may be a task by its name: cheap, for listings; its content decides. */
export function mayBeTask(name: string): boolean {
  const lower = name.toLowerCase()
  return endings.some((ending) => lower.endsWith(ending))
}

/** The format that the name and the beginning of a file show, by its path; null for other files and for those that cannot be read. */
export async function recogniseFile(path: string, name: string): Promise<ImportFormat | null> {
  const head = await readHead(path, name)
  return head === null ? null : formatOf(head)
}

/** The format that the name and the beginning of a file show; null where there is none. */
export function formatOf(head: FileHead): ImportFormat | null {
  const name = head.name.toLowerCase()
  const isNamedSo = (format: ImportFormat): boolean => format.endings.some((ending) => name.endsWith(ending))
  return formats.find((format) => isNamedSo(format) && format.recognises(head)) ?? null
}

/** The beginning of a file, by its path; null where it cannot be read. Links are not followed. */
export async function readHead(path: string, name: string): Promise<FileHead | null> {
  const start = await readStart(path).catch(() => null)
  return start === null ? null : headOf(name, start)
}

async function readStart(path: string): Promise<Uint8Array> {
  const handle = await openToRead(path, { followsLinks: false })
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
