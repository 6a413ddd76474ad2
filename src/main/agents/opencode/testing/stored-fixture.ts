import { walkContextLog } from '../../../kernel/history/context-log.ts'
import type { ImportedTask } from '../../imported-task.ts'

export type Values = Readonly<Record<string, unknown>>
/** A message as an export has it. */
export type Fixture = { readonly info: Values; readonly parts: readonly Values[] }

const part = (type: string, more: Values): Values => ({ id: `prt_${type}`, type, ...more })

export const says = (text: string, more: Values = {}): Values => part('text', { text, ...more })
export const thinks = (text: string, metadata?: Values): Values => part('reasoning', { text, metadata })
export const step = (): Values => part('step-start', {})
export const tokens = (input: number, more: Values = {}): Values => ({
  input,
  output: 5,
  reasoning: 0,
  cache: { read: 100, write: 20 },
  ...more,
})
export const ends = (input: number, more: Values = {}): Values =>
  part('step-finish', { reason: 'stop', cost: 0.5, tokens: tokens(input), ...more })
export const calls = (id: string, state: Values = {}): Values =>
  part('tool', {
    id: `prt_${id}`,
    callID: id,
    tool: 'read',
    state: { status: 'completed', input: { filePath: id }, output: `result of ${id}`, time: {}, ...state },
  })

/** A message that somebody typed at a time. */
export function user(created: number, parts: readonly Values[] | string, info: Values = {}): Fixture {
  return {
    info: { id: `msg_${created}`, role: 'user', time: { created }, ...info },
    parts: typeof parts === 'string' ? [says(parts)] : parts,
  }
}

/** An answer that was asked for at a time. */
export function answer(created: number, parts: readonly Values[], info: Values = {}): Fixture {
  return {
    info: {
      id: `msg_${created}`,
      role: 'assistant',
      time: { created },
      providerID: 'p',
      modelID: 'm',
      tokens: tokens(3),
      cost: 0.5,
      finish: 'stop',
      ...info,
    },
    parts,
  }
}

/** What asks for a summary, and the summary. */
export function summary(created: number, part: Values = {}, info: Values = {}): readonly Fixture[] {
  return [
    user(created, [{ id: 'prt_c', type: 'compaction', auto: true, ...part }]),
    answer(created + 1, [step(), says(`summary ${created}`), ends(9)], {
      summary: true,
      parentID: `msg_${created}`,
      ...info,
    }),
  ]
}

/** The text of an export. */
export function exported(messages: readonly Fixture[], info: Values = {}): string {
  return JSON.stringify(
    {
      info: {
        id: 'ses_1',
        title: 'Fix it',
        version: '1.18.34',
        projectID: 'x',
        directory: '/work',
        time: { created: 1, updated: 2 },
        ...info,
      },
      messages,
    },
    null,
    2,
  )
}

/** What each request of a task sent, each message as the words of its blocks. */
export function sentBy({ messages, contexts }: ImportedTask): string[][] {
  if (contexts === undefined) return []
  const walk = walkContextLog(contexts)
  return contexts.requests.map(({ before }, request) => {
    walk.to(request, before)
    return walk.indices().map((index) => readBlockWords(messages[index]?.content))
  })
}

/** What the next request would send. */
export function sentNext({ messages, contexts }: ImportedTask): string[] {
  if (contexts === undefined) return []
  const walk = walkContextLog(contexts)
  walk.to(contexts.requests.length, messages.length)
  return walk.indices().map((index) => readBlockWords(messages[index]?.content))
}

/** The words of the blocks of a message. */
export function readBlockWords(content: unknown): string {
  if (!Array.isArray(content)) return String(content)
  return content
    .map((block: Values) => String(block['text'] ?? block['thinking'] ?? block['content'] ?? block['id']))
    .join('+')
}
