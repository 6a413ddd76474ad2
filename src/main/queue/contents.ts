import { z } from 'zod'
import type { StoredBlob } from '../store/records.ts'
import type { Session } from './database.ts'

const hashSchema = z.object({ hash: z.string() })
const bytesSchema = z.object({ bytes: z.instanceof(Uint8Array) })

/** Packed histories and results, each once, under the hash of what they hold. */
export async function putContents({ run }: Session, blobs: readonly StoredBlob[]): Promise<void> {
  for (const { hash, bytes } of blobs)
    await run('insert into dewpoint.contents (hash, bytes) values ($1, $2) on conflict do nothing', [
      hash,
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    ])
}

/** Which of some contents are there. */
export async function knownContents({ rows }: Session, hashes: readonly string[]): Promise<Set<string>> {
  const sql = 'select hash from dewpoint.contents where hash = any($1)'
  return new Set((await rows(hashSchema, sql, [hashes])).map(({ hash }) => hash))
}

/** Null where nobody has put it. */
export async function getContent({ rows }: Session, hash: string): Promise<Uint8Array | null> {
  const [row] = await rows(bytesSchema, 'select bytes from dewpoint.contents where hash = $1', [hash])
  return row?.bytes ?? null
}
