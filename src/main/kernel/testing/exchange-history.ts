import type { Message } from '../../../shared/kernel/message.ts'
import { long } from './small-histories.ts'

export const eras = ['native', 'xml'] as const
export type Era = (typeof eras)[number]

/**
 * A history of so many messages: a task, then a call at each odd place and its result at the next one, all of them
 * long; where the number is even, words of the assistant at the end.
 */
export function exchangeHistory(count: number, era: Era): Message[] {
  return Array.from({ length: count }, (_, index): Message => {
    if (index === 0)
      return { role: 'user', content: [{ type: 'text', text: `<task>\n${long('task')}\n</task>` }] }
    if (index % 2 === 0) return era === 'native' ? nativeResult(index) : xmlResult(index)
    if (index === count - 1) return { role: 'assistant', content: long('closing') }
    return era === 'native' ? nativeCall(index) : xmlCall(index)
  })
}

const nativeCall = (index: number): Message => ({
  role: 'assistant',
  content: [
    { type: 'text', text: long(`thought${index}`, 20) },
    {
      type: 'tool_use',
      id: `call-${index}`,
      name: 'execute_command',
      input: { command: long(`command${index}`) },
    },
  ],
})

const nativeResult = (index: number): Message => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: `call-${index - 1}`, content: long(`output${index}`) }],
})

const xmlCall = (index: number): Message => ({
  role: 'assistant',
  content: [
    {
      type: 'text',
      text: `${long(`thought${index}`, 20)}\n\n<execute_command>\n<command>${long(`command${index}`)}</command>\n</execute_command>`,
    },
  ],
})

const xmlResult = (index: number): Message => ({
  role: 'user',
  content: [
    { type: 'text', text: '[execute_command] Result:' },
    { type: 'text', text: long(`output${index}`) },
  ],
})
