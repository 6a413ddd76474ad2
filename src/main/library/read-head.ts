import { openToRead } from '../files/read-file.ts'

/**
 * The first bytes of an ordinary file as text; null where it cannot be read. Links are not followed, so that a folder
 * from somebody else shows nothing of files beside it; pipes are not waited for.
 */
export async function readHead(path: string, bytes: number): Promise<string | null> {
  const handle = await openToRead(path, { followsLinks: false }).catch(() => null)
  if (handle === null) return null
  try {
    if (!(await handle.stat()).isFile()) return null
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0)
    // A letter may be cut in two at the end; streaming leaves its first half out.
    return new TextDecoder().decode(buffer.subarray(0, bytesRead), { stream: true })
  } catch {
    return null
  } finally {
    await handle.close()
  }
}
