import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import type { RequestUsage } from '../../../shared/kernel/usage.ts'
import type { Agent } from '../agent.ts'
import { readFirstValueText } from '../build-session-key.ts'
import { readFolderAddress } from '../details/read-folder-address.ts'
import { listEditors, joinOn } from '../discovery/editors.ts'
import {
  isRecord,
  omitUnknown,
  readNestedFields,
  readRecordList,
  toNumberOrNull,
  toTextOrNull,
  toTimeOrNull,
  type Fields,
} from '../json/fields.ts'
import { readObject } from '../json/read-object.ts'
import { buildToolResultBlock } from '../messages/blocks.ts'
import { readTurns, type Turn } from '../session/read-turns.ts'

/** A thread of Amp: its older versions keep them on the machine, and newer ones export them. */
export const amp: Agent = {
  id: 'amp',
  version: 2,
  name: 'Amp',
  label: 'Amp session',
  agent: 'amp',
  readSessionId: ({ head }) => readFirstValueText(head, 'id'),
  endings: ['.json'],
  recognises: ({ values: [value] }) => isRecord(value) && isThread(value),
  readSession: (source) => {
    const { object, problems } = readObject(source, source.only())
    return {
      session: readTurns(readRecordList(object['messages']).flatMap(readTurn)),
      title: toTextOrNull(object['title']),
      workspace: readWorkspace(object),
      problems: problems.slice(0, 1),
    }
  },
  // Newer versions keep threads on its servers: of those only exports can be read.
  places: (machine) => {
    const { AMP_DATA_HOME: own, XDG_DATA_HOME: data } = machine.environment
    const root = own || data || joinOn(machine, machine.home, '.local', 'share')
    const folders = listEditors(machine).map(({ name, userFolder }) => ({
      editor: name,
      path: joinOn(machine, userFolder, 'globalStorage', 'sourcegraph.amp', 'threads3'),
    }))
    return [{ path: joinOn(machine, root, 'amp', 'threads') }, ...folders]
  },
}

function isThread({ id, created, messages }: Fields): boolean {
  return (
    typeof id === 'string' && id.startsWith('T-') && typeof created === 'number' && Array.isArray(messages)
  )
}

/** The first folder that it was started with, which is written as an address. */
function readWorkspace(thread: Fields): string | null {
  const initial = readNestedFields(thread, 'env', 'initial')
  return readFolderAddress(toTextOrNull(initial['cwd']) ?? readRecordList(initial['trees'])[0]?.['uri'])
}

/** How a call ends that the model is told of as a failure. */
const failures = new Set(['error', 'cancelled', 'rejected-by-user'])

/** Reads a message of a thread: each answer is a request, and a summary replaces what stands before it. */
function readTurn(message: Fields, at: number): readonly Turn[] {
  const summary = readSummary(message)
  if (summary !== null) {
    const condenseId = `summary-${at}`
    const content = [{ type: 'text', text: summary }]
    return [
      {
        kind: 'condensation',
        record: { kind: 'summary', condenseId },
        messages: [{ role: 'user', content, isSummary: true, condenseId }],
      },
    ]
  }
  const content = readRecordList(message['content']).flatMap(readContentBlock)
  const { role } = message
  // What it tells the person is not sent.
  if (role !== 'user' && role !== 'assistant') return []
  const messages = [buildMessage(message, role, content)]
  return [
    role === 'assistant'
      ? { kind: 'answer', usage: readUsage(message), messages }
      : { kind: 'said', messages },
  ]
}

function readSummary({ role, content }: Fields): string | null {
  if (role !== 'info') return null
  const found = readRecordList(content).find(({ type }) => type === 'summary')
  return found === undefined ? null : toTextOrNull(readNestedFields(found, 'summary')['summary'])
}

function buildMessage(message: Fields, role: 'user' | 'assistant', content: ContentBlock[]): Message {
  const ts = readTimestamp(message)
  const id = toNumberOrNull(message['messageId'])
  return {
    role,
    content,
    ...(ts === null ? {} : { ts }),
    ...(id === null ? {} : { origin: { id: String(id) } }),
  }
}

function readTimestamp(message: Fields): number | null {
  return (
    toTimeOrNull(readNestedFields(message, 'meta')['sentAt']) ??
    toTimeOrNull(readNestedFields(message, 'usage')['timestamp'])
  )
}

function readContentBlock(block: Fields): readonly ContentBlock[] {
  const { type } = block
  if (typeof type !== 'string') return []
  switch (type) {
    case 'tool_use': {
      const { id, name, input } = block
      return [
        {
          type,
          id: toTextOrNull(id) ?? '',
          name: toTextOrNull(name) ?? '',
          input: isRecord(input) ? input : {},
        },
      ]
    }
    case 'tool_result':
      return [readToolResult(block)]
    case 'thinking': {
      const { thinking, signature } = block
      const signed = typeof signature === 'string' && signature !== '' ? { signature } : {}
      return [{ type, thinking: toTextOrNull(thinking) ?? '', ...signed }]
    }
    default:
      return [{ ...block, type }]
  }
}

/** What a run gave; what it wrote on the way stands in for a result that is missing. */
function readToolResult(block: Fields): ContentBlock {
  const run = readNestedFields(block, 'run')
  const status = toTextOrNull(run['status']) ?? ''
  const error = readNestedFields(run, 'error')
  const given =
    run['result'] ?? toTextOrNull(error['message']) ?? toTextOrNull(run['error']) ?? run['progress']
  return buildToolResultBlock(
    block['toolUseID'] ?? block['tool_use_id'],
    given ?? block['content'] ?? status,
    failures.has(status) ? { is_error: true } : {},
  )
}

/** Its input is without the cached tokens. */
function readUsage(message: Fields): RequestUsage {
  const usage = readNestedFields(message, 'usage')
  const tokensIn = toNumberOrNull(usage['inputTokens'])
  return omitUnknown({
    ts: readTimestamp(message),
    modelId: toTextOrNull(usage['model']),
    tokensIn,
    isCacheApart: tokensIn === null ? null : true,
    tokensOut: toNumberOrNull(usage['outputTokens']),
    cacheReads: toNumberOrNull(usage['cacheReadInputTokens']),
    cacheWrites: toNumberOrNull(usage['cacheCreationInputTokens']),
    cancelled: readNestedFields(message, 'state')['type'] === 'cancelled' ? true : null,
  })
}
