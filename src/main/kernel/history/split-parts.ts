import { keepLike } from '../../../shared/kernel/light-values.ts'
import type { ContentBlock, Message, ToolResultBlock, ToolUseBlock } from '../../../shared/kernel/message.ts'
import type { Part, PartLocator } from '../../../shared/kernel/part.ts'
import { countImageTokens } from '../tokens/count-image-tokens.ts'
import { estimateOpaqueTokens, holdsImageUrl } from '../tokens/estimate-opaque-tokens.ts'
import {
  toTextBlock,
  toToolResultBlock,
  toToolUseBlock,
  formatCallText,
  isHiddenThinking,
  isThinking,
} from './blocks.ts'
import { linkCalls, type CallIndex, type LinkedCall } from './link-calls.ts'
import { separateImages } from './separate-images.ts'
import { splitAssistantText } from './split-assistant-text.ts'
import { type ResultHeader, isErrorText, describeFileRange } from './split-result-body.ts'
import { splitUserText } from './split-user-text.ts'
import { findEnvironment, type TextSegment, fillGaps } from './text-segment.ts'
import { findToolPurpose } from './tool-catalogue.ts'

const fileMark = 'File: '

const fileSeparator = '\n\n---\n\nFile: '

/** What `splitParts` cannot see in the message itself. */
export type SplitContext = {
  readonly calls: CallIndex
  /** The calls of the message before, in order: results without an id answer them one by one. */
  readonly previousCalls: readonly Part[]
  /** What the first of them that asked for part of a file asked for. */
  readonly askedRange: string | undefined
}

const noContext: SplitContext = { calls: new Map(), previousCalls: [], askedRange: undefined }

/**
 * Splits one message into its parts, in order. The spans of the parts of one text tile that text; whole blocks
 * have no span. Works on both eras, on string and array content, and on blocks of unknown kinds.
 */
export function splitParts(
  message: Message,
  messageIndex: number,
  context: SplitContext = noContext,
): Part[] {
  const state = new MessageSplit(message, messageIndex, context)
  if (typeof message.content === 'string') state.text(message.content, { messageIndex, blockIndex: 0 })
  else message.content.forEach((block, blockIndex) => state.block(block, { messageIndex, blockIndex }))
  return state.parts
}

/**
 * Splits a whole history, linking results to the calls that they answer. Same indices as `messages`. Messages
 * whose parts a caller has already, or does not want, are not split: they have the parts that `known` gives.
 */
export function splitHistory(
  messages: readonly Message[],
  known: (message: Message, index: number) => readonly Part[] | undefined = () => undefined,
): readonly (readonly Part[])[] {
  const steps = splitOneByOne(messages, known)
  return messages.map((message) => keepLike(message, steps.next().value ?? []))
}

/** The same message by message, for who looks at the parts of each and keeps none: of a large history they fill the memory. */
export function* splitOneByOne(
  messages: readonly Message[],
  known: (message: Message, index: number) => readonly Part[] | undefined = () => undefined,
): Generator<readonly Part[], undefined> {
  const context = new HistoryContext(messages)
  for (const [index, message] of messages.entries()) {
    const parts = known(message, index) ?? splitParts(message, index, context)
    yield parts
    if (message.role === 'assistant') context.assistantSaid(parts)
  }
}

/** What the messages of a history need to know of others, found when one asks: a long history of which all is known is gone through often. */
class HistoryContext implements SplitContext {
  private readonly messages: readonly Message[]
  private linked: CallIndex | undefined
  private called: readonly Part[] | undefined = []
  private asked: string | undefined
  private spoken: readonly Part[] = []

  constructor(messages: readonly Message[]) {
    this.messages = messages
  }

  get calls(): CallIndex {
    return (this.linked ??= linkCalls(this.messages))
  }

  assistantSaid(parts: readonly Part[]): void {
    this.spoken = parts
    this.called = undefined
  }

  get previousCalls(): readonly Part[] {
    if (this.called === undefined) {
      this.called = this.spoken.filter((part) => part.kind === 'tool-call')
      this.asked = this.called.find((call) => call.lineRange !== undefined)?.lineRange
    }
    return this.called
  }

  get askedRange(): string | undefined {
    return this.previousCalls.length === 0 ? undefined : this.asked
  }
}

/** Carries what passes from block to block of one message: a pending result header and the call numbers. */
class MessageSplit {
  private readonly isSummary: boolean
  private readonly isAssistant: boolean
  /** The agent wrote it and not the person: reminders, rules, its surroundings. */
  private readonly isBoilerplate: boolean
  private readonly messageIndex: number
  private readonly context: SplitContext
  private pendingHeader: ResultHeader | undefined
  /** The blocks that follow hold files that the message refers to. */
  private isReferenced = false
  private callNumber = 0
  private resultNumber = 0
  /** Tokens of the message's hidden reasoning, where a record tells them. */
  private hiddenTokens: number | undefined
  /** Made by a function: V8 keeps what a literal makes where most of it lives long, and all that a short-lived one holds. */
  readonly parts: Part[] = Array.of<Part>()

  constructor(message: Message, messageIndex: number, context: SplitContext) {
    this.isSummary = message.isSummary === true
    this.isAssistant = message.role === 'assistant'
    this.isBoilerplate = message['isBoilerplate'] === true
    const { hiddenTokens } = message
    this.hiddenTokens = Number.isFinite(hiddenTokens) ? Math.max(0, hiddenTokens ?? 0) : undefined
    this.messageIndex = messageIndex
    this.context = context
  }

  block(block: ContentBlock, at: PartLocator): void {
    const text = toTextBlock(block)
    if (text !== undefined) return this.text(text.text, at, block['isBoilerplate'] === true)
    const result = toToolResultBlock(block)
    if (result !== undefined) return this.nativeResult(result, at)
    const call = toToolUseBlock(block)
    if (call !== undefined) this.parts.push(this.nativeCall(call, at))
    else
      this.parts.push(isHiddenThinking(block) ? this.hiddenReasoning(block, at) : buildBlockPart(block, at))
  }

  text(text: string, at: PartLocator, isBoilerplate = false): void {
    if (this.isSummary) return this.whole('summary', text, at)
    if (this.isAssistant) return this.tiles(splitAssistantText(text), text, at)
    if (this.isBoilerplate || isBoilerplate) return this.whole('environment', text, at)
    if (this.isReferenced) return this.referenced(text, at)
    const split = splitUserText(text, this.pendingHeader, this.context.askedRange)
    if (split.opensReferences === true) return this.referenced(text, at)
    this.pendingHeader = split.pendingHeader
    this.tiles(split.segments, text, at)
  }

  private referenced(text: string, at: PartLocator): void {
    this.isReferenced = !/--- End of content ---\s*$/.test(text)
    this.whole('environment', text, at)
  }

  private nativeCall(call: ToolUseBlock, at: PartLocator): Part {
    const known = this.context.calls.get(call.id)
    const path = known?.path
    const range = known?.lineRange
    return {
      ...at,
      kind: 'tool-call',
      holder: 'input',
      text: formatCallText(call.name, call.input),
      toolName: call.name,
      toolCallId: call.id,
      ...(path === undefined ? {} : { path }),
      ...(range === undefined ? {} : { lineRange: range }),
    }
  }

  private nativeResult(result: ToolResultBlock, at: PartLocator): void {
    const call = this.context.calls.get(result.tool_use_id)
    const isError = result.is_error === true
    const link = { toolCallId: result.tool_use_id }
    const split = (text: string, place: PartLocator): void => {
      const segments = separateImages(text, splitNativeResult(text, call, isError))
      for (const segment of segments)
        this.parts.push(Object.assign(toPart(segment, segments.length === 1, text, place), link))
    }
    if (typeof result.content === 'string') return split(result.content, at)
    result.content?.forEach((nested, nestedIndex) => {
      const place = { ...at, nestedIndex }
      const text = toTextBlock(nested)
      if (text !== undefined) return split(text.text, place)
      const whole = buildBlockPart(nested, place)
      const name = call === undefined ? {} : { toolName: call.toolName }
      this.parts.push(whole.kind === 'image' ? whole : { ...whole, ...link, ...name, kind: 'tool-result' })
    })
  }

  /** What the record says that all hidden reasoning of a message has stands at the first block of it. */
  private hiddenReasoning(block: ContentBlock, at: PartLocator): Part {
    const recorded = this.hiddenTokens
    this.hiddenTokens = recorded === undefined ? undefined : 0
    const tokens = recorded ?? estimateOpaqueTokens(block) ?? 0
    return { ...at, kind: 'hidden-reasoning', holder: 'block', text: '', tokens }
  }

  private whole(kind: Part['kind'], text: string, at: PartLocator): void {
    this.parts.push({ ...at, kind, holder: 'text', text })
  }

  private tiles(found: readonly TextSegment[], text: string, at: PartLocator): void {
    const segments = separateImages(text, found)
    for (const segment of segments)
      this.parts.push(this.link(toPart(segment, segments.length === 1, text, at), segment))
  }

  /**
   * Calls written as text have no ids, and newer Cline writes results without them: the n-th result of a message
   * answers the n-th call of the message before, a surplus one the last.
   */
  private link(part: OpenPart, segment: TextSegment): Part {
    if (segment.kind === 'tool-call') {
      part.toolCallId = `xml:${this.messageIndex}:${this.callNumber}`
      this.callNumber += 1
      return part
    }
    if (segment.kind !== 'tool-result') return part
    if (segment.opensResult === true) this.resultNumber += 1
    const { previousCalls } = this.context
    const call = previousCalls[Math.min(Math.max(1, this.resultNumber), previousCalls.length) - 1]
    if (call?.toolCallId === undefined) return part
    part.toolCallId = call.toolCallId
    if (segment.toolName !== 'use_mcp_tool') return part
    const { toolName = segment.toolName, path, lineRange } = call
    part.toolName = toolName
    if (path !== undefined) part.path = path
    if (lineRange !== undefined) part.lineRange = lineRange
    return part
  }
}

/** Filled in place: a history has tens of thousands of parts, and copies of copies are what splitting costs. */
type OpenPart = { -readonly [Key in keyof Part]: Part[Key] }

function toPart(segment: TextSegment, isWhole: boolean, text: string, at: PartLocator): OpenPart {
  const { start, end, kind, toolName, path, lineRange, isError, isHeader } = segment
  const own = isWhole ? text : (segment.text ?? text.slice(start, end))
  const isImage = kind === 'image'
  const part: OpenPart = { ...at, kind, holder: 'text', text: isImage ? '' : own }
  if (isImage) part.tokens = countImageTokens({ type: 'image', data: own })
  if (!isWhole) part.span = { start, end }
  if (toolName !== undefined) part.toolName = toolName
  if (path !== undefined) part.path = path
  if (lineRange !== undefined) part.lineRange = lineRange
  if (isError !== undefined) part.isError = isError
  if (isHeader !== undefined) part.isHeader = isHeader
  return part
}

function buildBlockPart(block: ContentBlock, at: PartLocator): Part {
  if (block.type === 'image')
    return { ...at, kind: 'image', holder: 'block', text: '', tokens: countImageTokens(block) }
  if (holdsImageUrl(block))
    return { ...at, kind: 'image', holder: 'block', text: '', tokens: estimateOpaqueTokens(block) ?? 0 }
  const summary = block.type === 'compaction' ? block['content'] : undefined
  if (typeof summary === 'string') return { ...at, kind: 'summary', holder: 'block', text: summary }
  // What its agent only shows takes no room in a request.
  const tokens = block['isUnsent'] === true ? 0 : estimateOpaqueTokens(block)
  return {
    ...at,
    kind: isThinking(block) ? 'reasoning' : 'opaque',
    holder: 'block',
    text: readBlockText(block),
    ...(tokens === undefined ? {} : { tokens }),
  }
}

/** Reasoning blocks count as their text; everything unknown is the JSON that it is. */
function readBlockText(block: ContentBlock): string {
  const thinking = isThinking(block) ? (block['thinking'] ?? block['text']) : undefined
  return typeof thinking === 'string' ? thinking : JSON.stringify(block)
}

/**
 * Splits the text of a native tool result: the environment details that newer agents append to it, and for a
 * read of several files one segment per `File: path` section.
 */
function splitNativeResult(text: string, call: LinkedCall | undefined, isError: boolean): TextSegment[] {
  const environment = findEnvironment(text)
  const bodyEnd = environment[0]?.start ?? text.length
  const body = {
    kind: 'tool-result' as const,
    ...(call === undefined ? {} : { toolName: call.toolName }),
    ...(isError || isErrorText(text, 0, bodyEnd) ? { isError: true } : {}),
  }
  const files = findToolPurpose(call?.toolName) === 'read' ? findFileSections(text, bodyEnd) : []
  const buildFilePart = (start: number, end: number) =>
    describeFileRange(text.slice(start, end), call?.lineRange)
  const sections = files.map((file) => ({ ...body, ...file, ...buildFilePart(file.start, file.end) }))
  const whole = { ...body, ...pickCallPath(call), ...buildFilePart(0, bodyEnd) }
  const rest = sections.length > 0 ? { ...body, isHeader: true } : whole
  return fillGaps(0, text.length, [...sections, ...environment], rest)
}

function pickCallPath(call: LinkedCall | undefined): { path?: string } {
  return call?.path === undefined || call.isSeveralFiles ? {} : { path: call.path }
}

function findFileSections(text: string, limit: number): { start: number; end: number; path: string }[] {
  if (!text.startsWith(fileMark)) return []
  const found: { start: number; end: number; path: string }[] = []
  let start = 0
  while (start >= 0) {
    const next = text.indexOf(fileSeparator, start)
    const end = next < 0 || next >= limit ? limit : next
    const lineEnd = text.indexOf('\n', start)
    const pathEnd = lineEnd < 0 || lineEnd > end ? end : lineEnd
    found.push({ start, end, path: text.slice(start + fileMark.length, pathEnd).trim() })
    start = end === limit ? -1 : end + fileSeparator.length - fileMark.length
  }
  return found
}
