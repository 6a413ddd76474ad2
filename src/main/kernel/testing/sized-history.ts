import type { Message } from '../../../shared/kernel/message.ts'

/** Text of so many tokens at four characters each. */
export const text = (tokens: number, letter = 'a'): string => letter.repeat(tokens * 4)
/** A prompt of so many tokens. */
export const prompt = (tokens: number): Message => ({ role: 'user', content: text(tokens) })
/** An answer of so many tokens. */
export const answer = (tokens: number): Message => ({ role: 'assistant', content: text(tokens) })
let ids = 0

/** A call of few tokens and its result. */
export const tool = (tokens: number, more: Record<string, unknown> = {}, name = 'bash'): Message[] => {
  ids += 1
  const id = `call ${ids}`
  return [
    { role: 'assistant', content: [{ type: 'tool_use', id, name, input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: text(tokens), ...more }] },
  ]
}
