import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import type { ImportedTask } from '../imported-task.ts'
import type { SessionInput } from '../writing/session-writer.ts'
import { clineTaskWriter, rooTaskWriter } from './write-task.ts'

const messages: readonly Message[] = [
  { role: 'user', content: 'What was done before', isSummary: true },
  { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'read_file', input: {} }], ts: 50 },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'text' }], ts: 50 },
  { role: 'assistant', content: 'Done', ts: 20 },
]

const task = { path: '/storage/tasks/original', title: 'T' } as ImportedTask

function input(more: Partial<SessionInput> = {}): SessionInput {
  return {
    task,
    sourceText: '',
    messages,
    tagged: null,
    cwd: '/work',
    title: 'T (condensed)',
    machine: { platform: 'linux', home: '/home', environment: {} },
    now: 1000,
    newUuid: () => '11111111-2222-4333-8444-555555555555',
    ...more,
  }
}

const readDraftedFile = (
  files: readonly { readonly name: string; readonly text: string }[],
  name: string,
): unknown => JSON.parse(files.find((file) => file.name.endsWith(`/${name}`))?.text ?? 'null')

describe('a task folder of Roo Code', () => {
  it('is listed by its own entry, which names the folder and has all that the agent asks for', () => {
    const draft = rooTaskWriter.draft(input())
    expect(draft.folder).toBe('/storage/tasks')
    expect(draft.isListed).toBe(true)
    expect(readDraftedFile(draft.files, 'history_item.json')).toMatchObject({
      id: draft.sessionId,
      number: 1,
      ts: 1000,
      task: 'T (condensed)',
      tokensIn: 0,
      tokensOut: 0,
      totalCost: 0,
      workspace: '/work',
      toolProtocol: 'native',
    })
    expect(draft.files.every(({ name }) => name.startsWith(`${draft.sessionId}/`))).toBe(true)
  })

  it('has rising times and no mark that would hide messages', () => {
    const draft = rooTaskWriter.draft(input())
    const written = readDraftedFile(draft.files, 'api_conversation_history.json')
    expect(written).toEqual(
      messages.map(({ role, content }, at) => ({ role, content, ts: [50, 51, 52, 53][at] })),
    )
  })

  it('keeps what is hidden where the marks show just what was carried', () => {
    const tagged: readonly Message[] = [
      { role: 'user', content: 'old', condenseParent: 's' },
      { role: 'user', content: 'Summary', isSummary: true, condenseId: 's' },
      { role: 'assistant', content: 'Done' },
    ]
    const shown = tagged.slice(1)
    const keeping = rooTaskWriter.draft(input({ tagged, messages: shown }))
    expect(readDraftedFile(keeping.files, 'api_conversation_history.json')).toEqual(tagged)
    const reduced = rooTaskWriter.draft(input({ tagged, messages: shown.slice(0, 1) }))
    expect(readDraftedFile(reduced.files, 'api_conversation_history.json')).toHaveLength(1)
  })
})

describe('a task folder of Cline', () => {
  it('has a number for a name, which the rebuilding of the list takes alone, and a first line with the task', () => {
    const draft = clineTaskWriter.draft(input())
    expect(draft.sessionId).toMatch(/^\d+$/)
    expect(draft.isListed).toBe(false)
    expect(draft.steps).toEqual(['rebuild-history'])
    expect(readDraftedFile(draft.files, 'history_item.json')).toBeNull()
    expect(readDraftedFile(draft.files, 'ui_messages.json')).toMatchObject([
      { type: 'say', say: 'text', text: 'T (condensed)' },
      { say: 'user_feedback', text: 'What was done before' },
      { say: 'text', text: 'Done' },
    ])
  })
})
