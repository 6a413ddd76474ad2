import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { createZstdCompress } from 'node:zlib'
import { createTextSharer, deepFreeze } from '../../../shared/kernel/json-values.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import type { WrittenMessages } from '../../agents/imported-task.ts'
import { lightenMessage, mostHeldChars } from '../files/text-shelf.ts'
import { longestHistory, unpackZstdInPieces } from '../files/unpack.ts'
import type { PackedJson } from './compression.ts'
import type { Snapshot } from './job.ts'

/**
 * Histories are packed and opened message by message: the text of a whole one would take several times the memory
 * of its file. What is packed is one JSON value with each message on a line of its own.
 */
const head = '{"messages":['

/** Bytes that are handed to the compressor at a time. */
const pieceBytes = 1_000_000
/** Bytes that come unpacked at a time. Larger pieces outlive the messages in them, and pile up outside of the heap. */
const unpackedBytes = 64 * 1024

/**
 * Packs a history, as `packJson` packs small values. Messages that stand in a file as they are packed are taken from
 * there. `lookAt` is given each message before it is packed: what is unpacked of it for one serves both.
 */
export async function packSnapshot(
  snapshot: Snapshot,
  written?: WrittenMessages,
  lookAt: (message: Message, index: number) => void = () => undefined,
): Promise<PackedJson> {
  const hash = createHash('sha256')
  const packer = createZstdCompress()
  const bytes = collect(packer)
  const write = promisify<Buffer, void>((chunk, done) => void packer.write(chunk, done))
  let compressed = Promise.resolve()
  for (const piece of joinPieces(writeLines(snapshot, written, lookAt))) {
    hash.update(piece)
    // The one before is compressed in a thread of its own while this one is made.
    await compressed
    compressed = write(piece)
  }
  await compressed
  packer.end()
  return { bytes: await bytes, hash: hash.digest('hex') }
}

/** Opens what `packSnapshot` packed; its messages are frozen. Throws where the bytes are damaged. */
export async function openSnapshot(bytes: Uint8Array, mostChars = mostHeldChars): Promise<Snapshot> {
  const messages: Message[] = []
  const shareTexts = createTextSharer()
  let chars = 0
  for await (const line of readLines(bytes)) {
    if (line === head) continue
    if (line.startsWith(']')) {
      // Packed by `packSnapshot`; the hash that names the bytes vouches for them.
      const rest = JSON.parse(head + line) as Snapshot
      return { ...rest, messages: Object.freeze(messages) }
    }
    const message = readMessage(line)
    // A history that is larger than memory should hold is kept packed.
    const wasLarge = chars > mostChars
    chars += line.length
    const isLarge = chars > mostChars
    if (isLarge && !wasLarge)
      for (const [index, own] of messages.entries()) messages[index] = deepFreeze(lightenMessage(own))
    if (!isLarge) shareTexts(message)
    messages.push(deepFreeze(isLarge ? lightenMessage(message) : message))
  }
  throw new Error('A stored history ends before its end.')
}

/** The messages of what `packSnapshot` packed, one at a time, for who need not hold them all. */
export async function* snapshotMessages(bytes: Uint8Array): AsyncGenerator<Message, void> {
  for await (const line of readLines(bytes)) {
    if (line === head) continue
    if (line.startsWith(']')) return
    yield readMessage(line)
  }
  throw new Error('A stored history ends before its end.')
}

function readMessage(line: string): Message {
  // Packed by `packSnapshot`; the hash that names the bytes vouches for them.
  return JSON.parse(line.endsWith(',') ? line.slice(0, -1) : line) as Message
}

/** What is packed, in texts and bytes of any length. */
function* writeLines(
  { messages, ...rest }: Snapshot,
  written: WrittenMessages | undefined,
  lookAt: (message: Message, index: number) => void,
): Generator<string | Buffer> {
  yield `${head}\n`
  for (const [index, message] of messages.entries()) {
    lookAt(message, index)
    const end = written?.ends[index]
    yield written === undefined || end === undefined
      ? JSON.stringify(message)
      : written.bytes.subarray((written.ends[index - 1] ?? 0) + 1, end)
    yield index === messages.length - 1 ? '\n' : ',\n'
  }
  yield `],${JSON.stringify(rest).slice(1)}`
}

/** Joins them to larger pieces. Of those two are good at a time: the last one and the one before. */
function* joinPieces(lines: Iterable<string | Buffer>): Generator<Buffer> {
  let [own, other] = [Buffer.allocUnsafe(pieceBytes), Buffer.allocUnsafe(pieceBytes)]
  let length = 0
  for (const line of lines) {
    // No character takes more than three bytes.
    const most = typeof line === 'string' ? line.length * 3 : line.length
    if (length + most > pieceBytes) {
      yield own.subarray(0, length)
      ;[own, other, length] = [other, own, 0]
    }
    if (most > pieceBytes) yield Buffer.from(line)
    else length += typeof line === 'string' ? own.write(line, length) : line.copy(own, length)
  }
  yield own.subarray(0, length)
}

async function collect(chunks: AsyncIterable<Buffer>): Promise<Uint8Array> {
  const all: Buffer[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

async function* readLines(bytes: Uint8Array): AsyncGenerator<string> {
  const chunks = unpackZstdInPieces(bytes, { most: longestHistory, pieceBytes: unpackedBytes })
  let open: Buffer[] = []
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      const last = chunk.subarray(from, end)
      // Most lines lie in one chunk; copies of each would pile up outside of the heap.
      yield (open.length === 0 ? last : Buffer.concat([...open, last])).toString('utf8')
      open = []
      from = end + 1
    }
    if (from < chunk.length) open.push(chunk.subarray(from))
  }
  yield Buffer.concat(open).toString('utf8')
}
