import type { FileHandle } from 'node:fs/promises'
import { stat } from 'node:fs/promises'
import { explainReading, openToRead, refuseSpecial } from '../../files/read-file.ts'

/** Magic bytes, version, and how many tensors and entries of metadata follow; ggml's docs/gguf.md. In bytes. */
const headBytes = 24
/** What the shortest description of a tensor, and the shortest entry of metadata, take; bytes. */
const leastBytes = { tensor: 32, entry: 13 } as const
const newestVersion = 3

/** Why a file cannot be a model in GGUF's form, and what to do, as sentences; empty where it can. Throws `FileFailure`. */
export async function findGgufFault(path: string): Promise<string> {
  try {
    const found = await stat(path)
    refuseSpecial(path, found)
    const file = await openToRead(path)
    try {
      return describeHeadFault(await readGgufHead(file), found.size)
    } finally {
      await file.close()
    }
  } catch (error) {
    throw explainReading(path, error)
  }
}

async function readGgufHead(file: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  return buffer.subarray(0, bytesRead)
}

function describeHeadFault(head: Buffer, size: number): string {
  if (size === 0) return 'The file is empty. Download the model again.'
  if (head.toString('latin1', 0, 4) !== 'GGUF')
    return 'The file is no GGUF model: it does not begin with GGUF. Name the .gguf file itself.'
  if (head.length < headBytes) return cutShort
  const version = head.readUInt32LE(4)
  if (version === 0 || version > newestVersion)
    return `The file has a version of GGUF that is not known (${version}, not 1 to ${newestVersion}). Take a model of such a version, for machines with the lowest byte first.`
  // Version 1 counts in 32 bits.
  const isWide = version > 1
  const tensors = isWide ? Number(head.readBigUInt64LE(8)) : head.readUInt32LE(8)
  const entries = isWide ? Number(head.readBigUInt64LE(16)) : head.readUInt32LE(12)
  if (tensors === 0 || entries === 0)
    return 'The file holds no model, only its vocabulary. Take a whole model.'
  const least = headBytes + leastBytes.tensor * tensors + leastBytes.entry * entries
  return size < least ? cutShort : ''
}

const cutShort = 'The file is shorter than its own head says. Download the model again.'
