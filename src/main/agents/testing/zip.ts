import { crc32, deflateRawSync, zstdCompressSync } from 'node:zlib'

/** A file for a ZIP archive, and what it may claim against the truth. */
export type ZipEntry = Readonly<{
  name: string
  text: string
  method?: 'stored' | 'deflated' | 'zstd'
  claimedSize?: number
  claimedCrc?: number
}>

const methods = { stored: 0, deflated: 8, zstd: 93 }

/** Writes a ZIP archive as simply as it can be. */
export function buildZip(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    const data = packedData(entry)
    const shared = sharedHeader(entry, data.length, name.length)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), shared, name, data])
    const central = Buffer.alloc(14)
    central.writeUInt32LE(offset, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), shared, central, name]),
    )
    files.push(local)
    offset += local.length
  }
  const end = Buffer.alloc(22)
  const central = Buffer.concat(directory)
  end.write('PK\u0005\u0006', 0, 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, central, end])
}

function packedData({ text, method = 'deflated' }: ZipEntry): Buffer {
  if (method === 'stored') return Buffer.from(text)
  return method === 'zstd' ? zstdCompressSync(text) : deflateRawSync(text)
}

/** What stands in both headers of a file, from the version on. */
function sharedHeader(entry: ZipEntry, packedSize: number, nameLength: number): Buffer {
  const header = Buffer.alloc(26)
  header.writeUInt16LE(20, 0)
  header.writeUInt16LE(methods[entry.method ?? 'deflated'], 4)
  header.writeUInt32LE(entry.claimedCrc ?? crc32(entry.text), 10)
  header.writeUInt32LE(packedSize, 14)
  header.writeUInt32LE(entry.claimedSize ?? Buffer.byteLength(entry.text), 18)
  header.writeUInt16LE(nameLength, 22)
  return header
}
