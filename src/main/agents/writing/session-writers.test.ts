import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { findWritingAgent, writingAgents } from '../find-agent.ts'
import { importFiles } from '../import-files.ts'
import { draftInput } from '../testing/draft-input.ts'

const source = {
  name: 'own.json',
  text: JSON.stringify([{ role: 'user', content: [{ type: 'text', text: 'Go' }] }]),
}

const messages: readonly Message[] = [
  { role: 'user', content: [{ type: 'text', text: 'Summary.' }], ts: 9000 },
  {
    role: 'assistant',
    content: [
      { type: 'text', text: 'Looking.' },
      { type: 'tool_use', id: 'call_1', name: 'read', input: { path: 'a' } },
      { type: 'tool_use', id: 'call_2', name: 'read', input: { path: 'b' } },
    ],
    ts: 5000,
  },
  {
    role: 'user',
    content: [
      { type: 'tool_result', tool_use_id: 'call_1', content: 'one' },
      { type: 'tool_result', tool_use_id: 'call_2', content: 'two', is_error: true },
      { type: 'text', text: 'And now?' },
    ],
  },
  { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
]

/** Ids of records in a session, wherever a format keeps them; those of calls stand in their results as well. */
function collectRecordIds(text: string): readonly string[] {
  const parsed = (one: string): unknown => JSON.parse(one)
  const isOne = text.trimEnd().split('\n').length === 1 || /^[{[]\n/.test(text)
  return isOne
    ? idsBelow(parsed(text))
    : text
        .trimEnd()
        .split('\n')
        .flatMap((line) => idsBelow(parsed(line)))
}

function idsBelow(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(idsBelow)
  if (typeof value !== 'object' || value === null) return []
  // The lines of one answer share its id, beside an own one of each.
  if ('uuid' in value) return [String(value.uuid)]
  return Object.entries(value).flatMap(([key, below]) =>
    (key === 'id' || key === 'uuid') && typeof below === 'string' && !below.startsWith('call_')
      ? [below]
      : idsBelow(below),
  )
}

describe.each(writingAgents.map((agent) => [agent.label, agent] as const))('%s', (_, { id, writer }) => {
  it('reads back what was written, of a source that says nothing of its own', async () => {
    const draft = writer.draft(await draftInput(source, messages))
    const task = await importFiles('copy', [...draft.files])
    // Whose task folder it is shows in where it lies.
    expect(draft.steps === undefined ? [task.format] : ['roo-task', 'cline-task']).toContain(id)
    const words = JSON.stringify(task.messages.map(({ content }) => content))
    const places = ['Summary.', 'Looking.', '"call_1"', '"call_2"', 'one', 'two', 'And now?', 'Done.'].map(
      (word) => words.indexOf(word),
    )
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
  })

  it('has ids that occur once, new in each copy', async () => {
    const input = await draftInput(source, messages)
    const drafts = [writer.draft(input), writer.draft(input)]
    const texts = drafts.map(({ files }) => files[0]?.text ?? '')
    for (const text of texts) expect(new Set(collectRecordIds(text)).size).toBe(collectRecordIds(text).length)
    expect(drafts[0]?.sessionId).not.toBe(drafts[1]?.sessionId)
    expect(drafts[0]?.files[0]?.name).not.toBe(drafts[1]?.files[0]?.name)
  })

  it('lies below the home of the agent, and the command names it', async () => {
    const draft = writer.draft(await draftInput(source, messages))
    expect(draft.files.every(({ name }) => !name.includes('..'))).toBe(true)
    // A task folder lies beside the one that it is a copy of, and is opened in the editor.
    expect(draft.folder).toMatch(draft.steps === undefined ? /^\/home\/mara\/\./ : /^\.$/)
    if (draft.steps !== undefined) return
    const file = `${draft.folder}/${draft.files[0]?.name ?? ''}`
    const [command] = draft.commands(file)
    expect(command?.some((word) => word === draft.sessionId || word === file)).toBe(true)
  })
})

it('a chat of an early Qwen Code is not written, since Gemini CLI alone would take it', () => {
  expect(findWritingAgent({ format: 'gemini-cli', agent: 'gemini-cli' })?.name).toBe('Gemini CLI')
  expect(findWritingAgent({ format: 'gemini-cli', agent: 'qwen-code' })).toBeNull()
  expect(findWritingAgent({ format: 'requests', agent: null })).toBeNull()
})
