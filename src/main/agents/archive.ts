import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { fromFdPromise, type Entry, type ZipFile } from 'yauzl'
import { parseJson } from '../../shared/kernel/json-values.ts'
import { openToRead } from '../platform/files/read-file.ts'
import { unpackZstd } from '../platform/files/unpack.ts'
import { ImportFailure } from './import-failure.ts'

/** A ZIP archive, open to be read. */
export type Archive = Readonly<{
  /** Names of its files, in its order. */
  names: readonly string[]
  /** Changes whenever a file in it does. */
  readStamp(name: string): string
  /** A file in it as JSON; null where it holds none of the name. Throws `ImportFailure` for one that is damaged, too large or too deep. */
  json(name: string): Promise<unknown>
}>

export type ArchiveLimits = Readonly<{
  /** Of all files that are read together, unpacked, in bytes. */
  bytes: number
}>

/** More files than this are not listed. */
const mostEntries = 200_000
/** Python's `zipfile-zstd` writes it, and so does the specification. */
const zstdMethod = 93

/** Reads from a ZIP archive where it lies; only what is asked for is unpacked. Throws `ImportFailure`. */
export async function readArchive<Value>(
  path: string,
  limits: ArchiveLimits,
  read: (archive: Archive) => Promise<Value>,
): Promise<Value> {
  const handle = await openToRead(path, { followsLinks: false }).catch((error: unknown) => fail(path, error))
  try {
    const zip = await fromFdPromise(handle.fd, { autoClose: false }).catch((error: unknown) =>
      fail(path, error),
    )
    const entries = await readArchiveEntries(zip, path)
    let left = limits.bytes
    return await read({
      names: [...entries.keys()],
      readStamp: (name) => {
        const entry = entries.get(name)
        return entry === undefined ? '' : `${entry.crc32} ${entry.uncompressedSize}`
      },
      json: async (name) => {
        const entry = entries.get(name)
        if (entry === undefined) return null
        const bytes = await readEntryBytes(zip, entry, left).catch((error: unknown) =>
          fail(path, error, name),
        )
        left -= bytes.length
        try {
          const value: unknown = parseJson(bytes.toString('utf8'))
          return value
        } catch (error) {
          return fail(path, error, name)
        }
      },
    })
  } finally {
    await handle.close()
  }
}

async function readArchiveEntries(zip: ZipFile, path: string): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>()
  try {
    // Of two files of one name the last was written later.
    for await (const entry of zip.eachEntry()) {
      entries.set(entry.fileName, entry)
      if (entries.size > mostEntries) throw new Error(`it holds more than ${mostEntries} files`)
    }
  } catch (error) {
    fail(path, error)
  }
  return entries
}

/** A file of an archive, unpacked; what it claims is checked, and nothing grows beyond `most`. */
async function readEntryBytes(zip: ZipFile, entry: Entry, most: number): Promise<Buffer> {
  const { compressionMethod, uncompressedSize, compressedSize } = entry
  if (uncompressedSize > most || compressedSize > most) throw new Error('it is too large when unpacked')
  const isZstd = compressionMethod === zstdMethod
  const stream = await zip.openReadStreamPromise(entry, isZstd ? { decodeFileData: false } : {})
  const read = await gather(stream, isZstd ? compressedSize : uncompressedSize)
  const bytes = isZstd ? unpackZstd(read, uncompressedSize) : read
  if (bytes.length !== uncompressedSize || crc32(bytes) !== entry.crc32)
    throw new Error('its checksum is wrong')
  return bytes
}

async function gather(stream: Readable, most: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of stream) {
    if (!Buffer.isBuffer(piece)) continue
    length += piece.length
    if (length > most) throw new Error('it is larger than it says')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function fail(path: string, error: unknown, name?: string): never {
  if (error instanceof ImportFailure) throw error
  const reason = error instanceof Error ? error.message.slice(0, 300) : 'it cannot be opened'
  throw new ImportFailure({
    code: 'unreadable',
    message: `${name === undefined ? 'The archive' : `${name.slice(0, 200)} in the archive`} cannot be read: ${reason}`,
    where: path,
    hint: 'It may be damaged, or was not copied whole. Copy it again, or take it from a backup.',
    cause: error,
  })
}
