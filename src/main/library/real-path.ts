import { realpath } from 'node:fs/promises'

/** Where links lead, so that one folder is one task; the path itself where nothing is there. */
export async function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => path)
}
