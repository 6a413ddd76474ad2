import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { readRecordList, toTextOrNull, type Fields } from '../json/fields.ts'
import { readCallInput } from '../messages/blocks.ts'
import { withoutResponses, type Api } from './api.ts'
import { buildCallBlock, createLocalIds, buildTextBlocks } from './blocks.ts'

const roles = new Map([
  ['system', 'system'],
  ['human', 'user'],
  ['user', 'user'],
  ['gpt', 'assistant'],
  ['chatgpt', 'assistant'],
  ['assistant', 'assistant'],
  ['model', 'assistant'],
  ['bot', 'assistant'],
  ['function_call', 'call'],
  ['observation', 'result'],
  ['tool', 'result'],
  ['function_response', 'result'],
])

/** A conversation as ShareGPT writes it, which many data sets do. */
export const shareGpt: Api = {
  isRequest: (body) => {
    const said = readRecordList(body['conversations'])
    return said.length > 0 && said.every(({ from, value }) => isRole(from) && typeof value === 'string')
  },
  read: (body) => {
    const said = readRecordList(body['conversations'])
    const isHead = ({ from }: Fields): boolean => readRole(from) === 'system'
    const ids = createLocalIds()
    return {
      system:
        toTextOrNull(body['system']) ??
        toTextOrNull(
          said
            .filter(isHead)
            .map(({ value }) => toTextOrNull(value) ?? '')
            .join('\n'),
        ),
      tools: [],
      messages: said.filter((one) => !isHead(one)).map(({ from, value }) => buildMessage(from, value, ids)),
    }
  },
  ...withoutResponses,
}

function readRole(from: unknown): string | undefined {
  return roles.get(toTextOrNull(from) ?? '')
}

function isRole(from: unknown): boolean {
  return readRole(from) !== undefined
}

function buildMessage(from: unknown, value: unknown, ids: ReturnType<typeof createLocalIds>): Message {
  switch (readRole(from)) {
    case 'call':
      return { role: 'assistant', content: [readCall(value, ids)] }
    case 'result':
      return {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: ids.ofResult(callName, null), content: value }],
      }
    case 'assistant':
      return { role: 'assistant', content: [...buildTextBlocks(value)] }
    default:
      return { role: 'user', content: [...buildTextBlocks(value)] }
  }
}

/** Results name no call: each answers the first that is open. */
const callName = 'call'

function readCall(value: unknown, ids: ReturnType<typeof createLocalIds>): ContentBlock {
  const call = readCallInput(value)
  return buildCallBlock(
    ids.ofCall(callName, null),
    call['name'],
    readCallInput(call['arguments'] ?? call['raw']),
  )
}
