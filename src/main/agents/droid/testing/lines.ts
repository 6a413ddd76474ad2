import { importFiles } from '../../import-files.ts'
import type { ImportedTask } from '../../imported-task.ts'

export const session = '0199c0de-0000-7000-8000-000000000000'
export const start = {
  type: 'session_start',
  id: session,
  title: 'Mend it',
  owner: 'ada',
  version: 2,
  cwd: '/work/p',
}
let last = 0
export const buildRecordId = (count: number): string =>
  `0199c0de-0000-4000-8000-${String(count).padStart(12, '0')}`
export const line = (role: string, content: unknown, more: object = {}, around: object = {}) => ({
  type: 'message',
  id: buildRecordId((last += 1)),
  timestamp: '2026-01-01T00:00:01.000Z',
  message: { role, content, ...more },
  ...(last === 1 ? {} : { parentId: buildRecordId(last - 1) }),
  ...around,
})
export const text = (words: string) => ({ type: 'text', text: words })
export const user = (words: string, more: object = {}) => line('user', [text(words)], more)
export const says = (...content: readonly unknown[]) => line('assistant', content, { modelId: 'claude-x' })
export const call = (id: string) => ({ type: 'tool_use', id, name: 'Execute', input: { command: id } })
export const result = (id: string, content: unknown, more: object = {}) =>
  line('user', [{ type: 'tool_result', tool_use_id: id, content, ...more }])
export const compaction = (more: object) => ({
  type: 'compaction_state',
  id: 'c',
  timestamp: '2026-01-01T00:00:02.000Z',
  summaryText: 'All of it',
  summaryKind: 'llm_summary',
  ...more,
})
export const formatJsonLines = (...records: readonly unknown[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('')
export const read = (...records: readonly unknown[]): Promise<ImportedTask> =>
  importFiles(`${session}.jsonl`, [{ name: `${session}.jsonl`, text: formatJsonLines(...records) }])

export const whole = [
  start,
  user('Fix it'),
  says(
    { type: 'thinking', thinking: 'hm', signature: 's', signatureProvider: 'anthropic' },
    call('a'),
    call('b'),
  ),
  result('a', [
    text('code'),
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } },
  ]),
  result('b', 'no such file', { is_error: true }),
  { type: 'todo_state', id: 't', todos: { todos: '1. [pending] a' }, messageIndex: 1 },
  says(text('Done')),
]
