import type { Message } from '../../../shared/kernel/message.ts'
import { isRecord, readNestedFields, readRecordList, toTextOrNull, type Fields } from '../json/fields.ts'
import { readKimiMessage } from '../kimi-cli/messages.ts'
import type { Entry } from '../session/entry-order.ts'

/** A message of a session, and whose words it is: compactions and undoing tell them apart. */
export type KimiEntry = Entry & Readonly<{ kind: 'typed' | 'injection' | 'summary' | 'other' }>

/** When and where a record was written. */
export type Place = Readonly<{ line: number; ts: number | null }>

/** What a summary is sent behind where the record has it alone. */
const summaryLead =
  'The conversation so far has been compacted to free up context. What follows is your own working summary of this task — use it to continue your train of thought rather than starting over. Treat it as notes, not proof: where it says a step was done, tests passed, or a fix worked, verify that yourself before relying on it. Any user messages earlier in this context are preserved verbatim from the compacted conversation; where a system-reminder note among them marks an omitted middle section, the user messages it replaced are covered by this summary. The summary records which earlier requests were already addressed.'
const continuation = 'Context compaction is complete — continue the work that was in progress when it began.'
const interrupted =
  'Tool execution was interrupted before its result was recorded. Do not assume the tool completed successfully.'

/** Tools whose results are sent with how long they took, beside those of MCP servers (`toolResultRender.ts`). */
const timedTools: ReadonlySet<string> = new Set([
  'Agent',
  'AgentSwarm',
  'Bash',
  'FetchURL',
  'Glob',
  'Grep',
  'WebSearch',
])

/** A message that was added as it is; null where it says nothing. */
export function readAddedMessage(message: Fields, place: Place): KimiEntry | null {
  const { origin, role, content, toolCalls, toolCallId } = message
  const read = readKimiMessage({ role, content, tool_calls: toolCalls, tool_call_id: toolCallId })
  if (read === null) return null
  const kind = classifyOrigin(role, origin)
  const marks = kind === 'typed' || role !== 'user' ? {} : { isBoilerplate: true }
  return { message: { ...read, ...buildMarks(place), ...marks }, kind }
}

function classifyOrigin(role: unknown, origin: unknown): KimiEntry['kind'] {
  if (role !== 'user') return 'other'
  if (!isRecord(origin)) return 'typed'
  switch (origin['kind']) {
    case 'user':
      return 'typed'
    case 'skill_activation':
    case 'plugin_command':
      return origin['trigger'] === 'user-slash' ? 'typed' : 'other'
    case 'injection':
      return 'injection'
    case 'compaction_summary':
      return 'summary'
    default:
      return 'other'
  }
}

/** The answer of a step, of its parts and calls; null where nothing came. */
export function buildAnswer(
  parts: readonly Fields[],
  calls: readonly Fields[],
  place: Place,
): KimiEntry | null {
  const message = readKimiMessage({
    role: 'assistant',
    content: parts,
    tool_calls: calls.map(({ toolCallId, name, args }) => ({ id: toolCallId, name, args })),
  })
  return message === null ? null : { message: { ...message, ...buildMarks(place) }, kind: 'other' }
}

/** The result of a call as it is sent: how long it took, whether it failed, what came, and a note. */
export function buildResult(
  { toolCallId, result: given }: Fields,
  tool: string | null,
  place: Place,
): KimiEntry {
  const result = isRecord(given) ? given : {}
  const isError = result['isError'] === true
  const { durationMs } = result
  const isTimed = timedTools.has(tool ?? '') || tool?.startsWith('mcp__') === true
  const head =
    isTimed && typeof durationMs === 'number' ? `Wall time: ${(durationMs / 1000).toFixed(3)} seconds\n` : ''
  const note = toTextOrNull(result['note'])
  const only = readOnlyText(result['output'])
  const tail = note === null ? '' : `\n${note}`
  const content =
    only === null
      ? [
          ...(head === '' && !isError
            ? []
            : [{ type: 'text', text: `${head}${isError ? failed : ''}`.trimEnd() }]),
          ...readRecordList(result['output']),
          ...(note === null ? [] : [{ type: 'text', text: note }]),
        ]
      : `${head}${describeOutput(only, isError)}${tail}`
  return buildResultEntry(toolCallId, content, isError, place)
}

const failed = '<system>ERROR: Tool execution failed.</system>'

function describeOutput(text: string, isError: boolean): string {
  const isEmpty = text.trim() === '' || (!isError && text.trim() === 'Tool output is empty.')
  if (isEmpty)
    return isError
      ? '<system>ERROR: Tool execution failed. Tool output is empty.</system>'
      : '<system>Tool output is empty.</system>'
  return isError ? `${failed}\n${text}` : text
}

function readOnlyText(output: unknown): string | null {
  if (typeof output === 'string') return output
  const parts = readRecordList(output)
  if (parts.every(({ type, text }) => type === 'text' && (toTextOrNull(text) ?? '').trim() === '')) return ''
  return parts.length === 1 && parts[0]?.['type'] === 'text' ? toTextOrNull(parts[0]['text']) : null
}

/** What is sent as the result of a call that was broken off. */
export function buildInterrupted(toolCallId: string, place: Place): KimiEntry {
  const text = describeOutput(interrupted, true)
  return { ...buildResultEntry(toolCallId, text, true, place), isCopy: true }
}

function buildResultEntry(id: unknown, content: unknown, isError: boolean, place: Place): KimiEntry {
  const read = readKimiMessage({ role: 'tool', tool_call_id: id, content })
  const [block] = typeof read?.content === 'string' ? [] : (read?.content ?? [])
  const own = isError && block !== undefined ? { ...block, is_error: true } : block
  return {
    message: { role: 'user', content: own === undefined ? [] : [own], ...buildMarks(place) },
    kind: 'other',
  }
}

/** The message of a summary, as it is sent. */
export function buildSummary(record: Fields, condenseId: string, place: Place): KimiEntry {
  const { summary, contextSummary } = record
  const own = typeof summary === 'string' ? summary : readStoredText(readNestedFields(record, 'summary'))
  const text = toTextOrNull(contextSummary) ?? `${summaryLead}\n${own.trim() || '(no summary available)'}`
  const message: Message = {
    role: 'user',
    content: [{ type: 'text', text }],
    ...buildMarks(place),
    isSummary: true,
    condenseId,
  }
  return { message, kind: 'summary' }
}

function readStoredText({ content }: Fields): string {
  return readRecordList(content)
    .map(({ text }) => toTextOrNull(text) ?? '')
    .join('')
}

/** A reminder that stands in no record. */
export function buildReminder(words: string, place: Place): KimiEntry {
  const text = `<system-reminder>\n${words}\n</system-reminder>`
  return {
    message: { role: 'user', content: [{ type: 'text', text }], ...buildMarks(place), isBoilerplate: true },
    kind: 'injection',
  }
}

/** What follows each summary. */
export function buildContinuation(place: Place): KimiEntry {
  return buildReminder(continuation, place)
}

function buildMarks({ line, ts }: Place): Partial<Message> {
  return { ...(ts === null ? {} : { ts }), origin: { line } }
}
