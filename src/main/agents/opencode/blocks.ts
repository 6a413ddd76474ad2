import type { ContentBlock, TextBlock } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import { isRecord, readRecordList } from '../json/fields.ts'
import { readCallState, type StoredPart } from './stored.ts'

/** What the model is shown in place of a result that was cleared. */
const clearedText = '[Old tool result content cleared]'
/** What it is shown of a call that came to no end. */
const interruptedText = '[Tool execution was interrupted]'

/** A text. */
export const buildTextBlock = (text: string): TextBlock => ({ type: 'text', text })

/** What a part of a user message is to the model. */
export function buildPromptBlocks({ type, value }: StoredPart): readonly ContentBlock[] {
  switch (type) {
    case 'text':
      return value['ignored'] === true || !isText(value['text']) ? [] : [buildTextBlock(value['text'])]
    case 'file':
      // The agent writes out what is in texts and folders beside them.
      return value['mime'] === 'text/plain' || value['mime'] === 'application/x-directory'
        ? []
        : [buildFileBlock(value)]
    case 'compaction':
      return [buildTextBlock('What did we do so far?')]
    case 'subtask':
      return [buildTextBlock('The following tool was executed by the user')]
    default:
      return []
  }
}

/** What a part of an answer is to the model, without results; another model is shown its reasoning as text. */
export function buildAnswerBlocks(part: StoredPart, isForeign: boolean): readonly ContentBlock[] {
  const { type, value } = part
  const { text } = value
  switch (type) {
    case 'text':
      return value['ignored'] === true || !isText(text) ? [] : [buildTextBlock(text)]
    case 'reasoning':
      if (isForeign) return isText(text) && text.trim() !== '' ? [buildTextBlock(text)] : []
      return buildReasoningBlocks(value)
    case 'tool':
      return [
        {
          type: 'tool_use',
          id: readCallId(part),
          name: toSafeString(value['tool']),
          input: readCallInput(part),
        },
      ]
    default:
      return []
  }
}

/** Reasoning with what its provider wants back of it. */
export function buildReasoningBlocks({ text, metadata }: StoredPart['value']): readonly ContentBlock[] {
  const provider = isRecord(metadata) ? Object.values(metadata).find(isRecord) : undefined
  const signature = provider?.['signature'] ?? provider?.['thoughtSignature']
  const redacted = provider?.['redactedData']
  const encrypted = provider?.['reasoningEncryptedContent']
  if (isText(redacted)) return [{ type: 'redacted_thinking', data: redacted }]
  const words = isText(text) ? text : ''
  if (isText(encrypted))
    return [{ type: 'reasoning', ...(words === '' ? {} : { text: words }), encrypted_content: encrypted }]
  if (words === '' && !isText(signature)) return []
  return [{ type: 'thinking', thinking: words, ...(isText(signature) ? { signature } : {}) }]
}

/** The result of a call as the model is shown it, once it was cleared or before. */
export function buildResultBlock(part: StoredPart, isCleared: boolean): ContentBlock {
  const base = { type: 'tool_result' as const, tool_use_id: readCallId(part) }
  const { status, output, error, attachments, metadata } = readCallState(part)
  if (status === 'completed') {
    if (isCleared) return { ...base, content: clearedText }
    const files = readRecordList(attachments).map(buildFileBlock)
    const words = typeof output === 'string' ? output : JSON.stringify(output ?? '')
    return { ...base, content: files.length === 0 ? words : [buildTextBlock(words), ...files] }
  }
  if (status !== 'error') return { ...base, content: interruptedText, is_error: true }
  const partial = isRecord(metadata) && metadata['interrupted'] === true ? metadata['output'] : null
  if (typeof partial === 'string') return { ...base, content: partial }
  return { ...base, content: typeof error === 'string' ? error : interruptedText, is_error: true }
}

/** A picture or another file; those that only name a place are kept as they are. */
export function buildFileBlock(value: StoredPart['value']): ContentBlock {
  const { mime, url, filename } = value
  const [, data] = /^data:[^,]*;base64,(.*)$/s.exec(typeof url === 'string' ? url : '') ?? []
  const name = isText(filename) ? { filename } : {}
  if (data === undefined) return { type: 'file', mime, url, ...name }
  const type = toSafeString(mime).startsWith('image/') ? 'image' : 'document'
  return { type, source: { type: 'base64', media_type: mime, data }, ...name }
}

function readCallId({ id, value }: StoredPart): string {
  return isText(value['callID']) ? value['callID'] : id
}

function readCallInput(part: StoredPart): unknown {
  const { input, raw } = readCallState(part)
  if (isRecord(input)) return input
  return { raw: typeof input === 'string' ? input : isText(raw) ? raw : '' }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
