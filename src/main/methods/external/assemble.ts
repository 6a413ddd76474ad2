import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { toToolResultBlock, toToolUseBlock, listBlocks } from '../../kernel/history/blocks.ts'
import type { ArmFormat, SentItem } from './formats/format.ts'
import { formatItemKey, matchItems } from './match-items.ts'

/** A message of the answer: one of the source as it is, or one that was written anew. */
export type Assembled =
  | { readonly kind: 'kept'; readonly message: Message; readonly source: number }
  | {
      readonly kind: 'new'
      readonly message: Message
      /** The message of the source that unchanged pieces of it, or its calls and results, belong to; else null. */
      readonly source: number | null
    }

type Piece = {
  readonly message: Message
  readonly joins: boolean
  readonly source: number | null
}

/**
 * Makes messages of ours of what an arm gave back. A message whose items all came back as they were, side by side, is
 * the very message that was sent, with all that the format had no place for. One of which no item could be sent stays
 * where both of its neighbours do.
 */
export function assemble(
  messages: readonly Message[],
  sent: readonly SentItem[],
  returned: readonly unknown[],
  format: ArmFormat,
): readonly Assembled[] {
  const matches = matchItems(
    sent.map(({ item }) => formatItemKey(item)),
    returned.map(formatItemKey),
  )
  const ownerOf = createOwnerLookup(messages)
  const lengths = new Map<number, number>()
  for (const { source } of sent) lengths.set(source, (lengths.get(source) ?? 0) + 1)
  const all: Assembled[] = []
  let open: Piece[] = []
  const close = (): void => {
    if (open.length > 0) all.push(joinPieces(open, messages))
    open = []
  }
  for (let at = 0; at < returned.length;) {
    const first = matches[at] ?? null
    const source = first === null ? null : (sent[first]?.source ?? null)
    const length = source === null ? 0 : (lengths.get(source) ?? 0)
    const isFirst = first !== null && sent[first - 1]?.source !== source
    const isWhole =
      isFirst &&
      Array.from({ length }, (_, step) => step).every((step) => matches[at + step] === first + step)
    const original = source === null ? undefined : messages[source]
    if (isWhole && original !== undefined && source !== null) {
      close()
      all.push({ kind: 'kept', message: original, source })
      at += length
      continue
    }
    const { message, joins } = format.read(returned[at])
    const piece = { message, joins, source: source ?? ownerOf(message) }
    if (open.length > 0 && !isContinued(open, piece)) close()
    open.push(piece)
    at += 1
  }
  close()
  return withUnsent(all, messages, new Set(lengths.keys()))
}

function isContinued(open: readonly Piece[], { message, joins, source }: Piece): boolean {
  const last = open.at(-1)
  return (
    last !== undefined && joins && last.joins && last.message.role === message.role && last.source === source
  )
}

/** Pieces of one message as one, with what the format could not carry of its calls and results. */
function joinPieces(pieces: readonly Piece[], messages: readonly Message[]): Assembled {
  const [first] = pieces
  const source = first?.source ?? null
  const original = source === null ? undefined : messages[source]
  const message: Message =
    pieces.length === 1 && first !== undefined
      ? first.message
      : {
          role: first?.message.role ?? '',
          content: pieces.flatMap((piece) => [...listContentBlocks(piece.message)]),
        }
  const { content } = message
  if (typeof content === 'string' || original === undefined) return { kind: 'new', message, source }
  const known = new Map(listBlocks(original).flatMap((block) => pairResultWithId(block)))
  const restored = content.map((block) => {
    const id = toToolResultBlock(block)?.tool_use_id
    const before = id === undefined ? undefined : known.get(id)
    return before === undefined ? block : { ...before, ...block }
  })
  return { kind: 'new', message: { ...message, content: restored }, source }
}

const pairResultWithId = (block: ContentBlock): [string, ContentBlock][] => {
  const id = toToolResultBlock(block)?.tool_use_id
  return id === undefined ? [] : [[id, block]]
}

function listContentBlocks(message: Message): readonly ContentBlock[] {
  return typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content
}

/** Finds the message of the source that has one of the calls or results of another one. */
function createOwnerLookup(messages: readonly Message[]): (message: Message) => number | null {
  const owners = new Map(
    messages.flatMap((message, index) =>
      listCallNames(message).map((name): [string, number] => [name, index]),
    ),
  )
  return (message) => {
    for (const name of listCallNames(message)) {
      const owner = owners.get(name)
      if (owner !== undefined) return owner
    }
    return null
  }
}

function listCallNames(message: Message): readonly string[] {
  return listBlocks(message).flatMap((block) => {
    const [call, result] = [toToolUseBlock(block)?.id, toToolResultBlock(block)?.tool_use_id]
    return call !== undefined ? [`call ${call}`] : result === undefined ? [] : [`result ${result}`]
  })
}

function withUnsent(
  all: readonly Assembled[],
  messages: readonly Message[],
  sent: ReadonlySet<number>,
): readonly Assembled[] {
  if (sent.size === messages.length) return all
  const listUnsentBefore = (index: number): number[] => {
    let from = index
    while (from > 0 && !sent.has(from - 1)) from -= 1
    return Array.from({ length: index - from }, (_, step) => from + step)
  }
  const keep = (source: number): Assembled[] => {
    const message = messages[source]
    return message === undefined ? [] : [{ kind: 'kept', message, source }]
  }
  const findKeptSource = (at: number): number | null => {
    const one = all[at]
    return one?.kind === 'kept' ? one.source : null
  }
  const complete = all.flatMap((one, at): Assembled[] => {
    if (one.kind !== 'kept') return [one]
    const unsent = listUnsentBefore(one.source)
    const before = (unsent[0] ?? one.source) - 1
    const isWhole = unsent.length > 0 && (before === -1 ? at === 0 : findKeptSource(at - 1) === before)
    return [...(isWhole ? unsent.flatMap(keep) : []), one]
  })
  const tail = listUnsentBefore(messages.length)
  const last = all.at(-1)
  const isTailKept = last?.kind === 'kept' && last.source === (tail[0] ?? 0) - 1
  return isTailKept ? [...complete, ...tail.flatMap(keep)] : complete
}
