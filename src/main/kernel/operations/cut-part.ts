import type { Part, Span } from '../../../shared/kernel/part.ts'
import { buildEditedText, type PlannedEdit } from '../apply-edits.ts'
import type { Conversation } from '../conversation.ts'
import { findCallInput } from '../history/blocks.ts'
import { cutText, type CutLimits, cutToChars, countLinesFrom } from '../history/cut-text.ts'
import type { PartEdit } from '../history/replace-parts.ts'
import { findXmlParameters } from '../history/xml-elements.ts'

const suppressedParameter = '[Parameter suppressed]'

/** What becomes of the strings in parameters that are longer than `maxChars`. */
type ParameterLimits = {
  readonly mode: 'keep' | 'truncate' | 'suppress'
  readonly maxChars: number
  readonly addEllipsis: boolean
}

/** What stands in the place of content that is taken out; its block stays. */
export const suppressedResult = '[Tool result suppressed]'
const suppressedEnvironment = '<environment_details>suppressed</environment_details>'

/** An edit without its tokens. */
export type PartCut = Pick<PlannedEdit, 'edit' | 'operation' | 'reason'>

/** Counts a cut; undefined where it would not make the part smaller. */
export function measureCut(
  cut: PartCut | undefined,
  tokensBefore: number,
  { counter }: Conversation,
): PlannedEdit | undefined {
  if (cut === undefined) return undefined
  const tokensAfter = counter.count(buildEditedText(cut.edit))
  return tokensAfter < tokensBefore ? { ...cut, tokensBefore, tokensAfter } : undefined
}

/** Takes a tool result or environment details out, and leaves a placeholder. */
export function suppressContent(part: Part): PartCut {
  const isEnvironment = part.kind === 'environment'
  const text = isEnvironment ? suppressedEnvironment : suppressedResult
  return { edit: { part, text }, operation: 'dropped', reason: `${describePartKind(part)} suppressed` }
}

/** Cuts a tool result or environment details to their first lines and characters; closes the tags around them. */
export function truncateContent(part: Part, limits: CutLimits): PartCut | undefined {
  const { body, tail, lines } = findPartBody(part)
  const text = cutText(body, limits, lines) + tail
  if (text === part.text) return undefined
  // No block may be left empty.
  if (text.trim() === '') return suppressContent(part)
  return {
    edit: { part, text },
    operation: 'shortened',
    reason: `${describePartKind(part)} cut to ${describeCutSize(limits)}`,
  }
}

/** The text of a part before the tags that close it, and how many lines that has. */
type PartBody = { readonly body: string; readonly tail: string; readonly lines: number }

const bodies = new WeakMap<Part, PartBody>()

/** The text of a part apart from the tags that close it, found once for all that is tried on it. */
export function findPartBody(part: Part): PartBody {
  const known = bodies.get(part)
  if (known !== undefined) return known
  const end = startOfClosingTags(part.text)
  const [body, tail] = [part.text.slice(0, end), part.text.slice(end)]
  const found = { body, tail, lines: countLinesFrom(body, 0) }
  bodies.set(part, found)
  return found
}

/** Tags that agents put around content: what is cut inside them is still closed. */
const closingTags = ['</content>', '</file>', '</environment_details>']

/** Where the closing tags at the end of a text begin, each with the line break before it; the length of one without any. */
function startOfClosingTags(text: string): number {
  let start = text.trimEnd().length
  const end = start
  for (;;) {
    const tag = closingTags.find((own) => text.endsWith(own, start))
    if (tag === undefined) return start === end ? text.length : start
    start -= tag.length
    if (text[start - 1] === '\n') start -= 1
  }
}

/** Cuts or suppresses the long strings in the parameters of a call of either era; their shape stays. */
export function cutCall(
  part: Part,
  { messages }: Conversation,
  limits: ParameterLimits,
): PartCut | undefined {
  const { mode, maxChars } = limits
  if (mode === 'keep') return undefined
  const edit = cutCallEdit(part, messages[part.messageIndex], limits)
  if (edit === undefined || buildEditedText(edit) === part.text) return undefined
  return mode === 'suppress'
    ? { edit, operation: 'dropped', reason: `Parameters over ${maxChars} characters suppressed` }
    : { edit, operation: 'shortened', reason: `Parameters cut to ${maxChars} characters each` }
}

function cutCallEdit(
  part: Part,
  message: Conversation['messages'][number] | undefined,
  limits: ParameterLimits,
): PartEdit | undefined {
  if (part.holder === 'text') return { part, text: cutXmlCall(part, limits) }
  const input = findCallInput(message, part.blockIndex)
  return input === undefined ? undefined : { part, input: cutInput(input, limits) }
}

/** Cuts what a person or the assistant wrote. */
export function cutWords(part: Part, limits: CutLimits): PartCut | undefined {
  const text = cutText(part.text, limits)
  if (text === part.text || text.trim() === '') return undefined
  return { edit: { part, text }, operation: 'shortened', reason: `Text cut to ${describeCutSize(limits)}` }
}

function describePartKind({ kind }: Part): string {
  return kind === 'environment' ? 'Environment details' : 'Tool result'
}

function describeCutSize({ maxLines, maxChars }: CutLimits): string {
  const lines = maxLines === null ? '' : `${maxLines} ${maxLines === 1 ? 'line' : 'lines'}`
  const characters = maxChars === null ? '' : `${maxChars} characters`
  return lines === '' || characters === '' ? lines + characters : `${lines}, ${characters}`
}

/** A native input with its long strings cut or suppressed, at any depth; numbers, keys and shape stay. */
function cutInput(
  input: Readonly<Record<string, unknown>>,
  settings: ParameterLimits,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, cutValue(value, settings)]))
}

function cutValue(value: unknown, settings: ParameterLimits): unknown {
  if (typeof value === 'string') return cutString(value, settings)
  if (Array.isArray(value)) return value.map((item: unknown) => cutValue(item, settings))
  if (typeof value !== 'object' || value === null) return value
  // An object that is no array has string keys.
  return cutInput(value as Record<string, unknown>, settings)
}

/** An XML-era call with the long values of its parameters cut or suppressed; its elements stay. */
function cutXmlCall(part: Part, settings: ParameterLimits): string {
  const call = part.text
  let text = ''
  let at = 0
  for (const { start, end } of findCallParameters(part)) {
    if (end - start <= settings.maxChars) continue
    text += call.slice(at, start) + cutString(call.slice(start, end), settings)
    at = end
  }
  return at === 0 ? call : text + call.slice(at)
}

const parameters = new WeakMap<Part, readonly Span[]>()

/** Found once for all that is tried on a call. */
function findCallParameters(part: Part): readonly Span[] {
  const known = parameters.get(part) ?? findXmlParameters(part.text)
  parameters.set(part, known)
  return known
}

function cutString(value: string, { mode, maxChars, addEllipsis }: ParameterLimits): string {
  if (mode === 'keep' || value.length <= maxChars) return value
  if (mode === 'suppress') return suppressedParameter
  const cut = cutToChars(value, maxChars, addEllipsis)
  return cut.length < value.length ? cut : value
}
