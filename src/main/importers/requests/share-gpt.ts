import type { ContentBlock, Message } from '../../../shared/domain/message.ts'
import { argumentsOf } from '../gemini-cli/parts.ts'
import { textOf, type Fields } from '../json/fields.ts'
import { withoutResponses, type Api } from './api.ts'
import { callBlock, createLocalIds, recordsOf, textBlocks } from './blocks.ts'

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
    const said = recordsOf(body['conversations'])
    return said.length > 0 && said.every(({ from, value }) => isRole(from) && typeof value === 'string')
  },
  read: (body) => {
    const said = recordsOf(body['conversations'])
    const isHead = ({ from }: Fields): boolean => roleOf(from) === 'system'
    const ids = createLocalIds()
    return {
      system:
        textOf(body['system']) ??
        textOf(
          said
            .filter(isHead)
            .map(({ value }) => textOf(value) ?? '')
            .join('\n'),
        ),
      tools: [],
      messages: said.filter((one) => !isHead(one)).map(({ from, value }) => messageOf(from, value, ids)),
    }
  },
  ...withoutResponses,
}

function roleOf(from: unknown): string | undefined {
  return roles.get(textOf(from) ?? '')
}

function isRole(from: unknown): boolean {
  return roleOf(from) !== undefined
}

function messageOf(from: unknown, value: unknown, ids: ReturnType<typeof createLocalIds>): Message {
  switch (roleOf(from)) {
    case 'call':
      return { role: 'assistant', content: [callIn(value, ids)] }
    case 'result':
      return {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: ids.ofResult(callName, null), content: value }],
      }
    case 'assistant':
      return { role: 'assistant', content: [...textBlocks(value)] }
    default:
      return { role: 'user', content: [...textBlocks(value)] }
  }
}

/** Results name no call: each answers the first that is open. */
const callName = 'call'

function callIn(value: unknown, ids: ReturnType<typeof createLocalIds>): ContentBlock {
  const call = argumentsOf(value)
  return callBlock(ids.ofCall(callName, null), call['name'], argumentsOf(call['arguments'] ?? call['raw']))
}
