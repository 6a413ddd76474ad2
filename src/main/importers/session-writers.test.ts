import { describe, expect, it } from 'vitest'
import type { Message } from '../../shared/domain/message.ts'
import { importFiles } from './import-files.ts'
import { sessionWriters } from './session-writers.ts'
import { draftInput } from './testing/draft-input.ts'

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

/** Ids of records in a session, wherever a format keeps them. */
function idsIn(text: string): readonly string[] {
  const records = text
    .trimEnd()
    .split('\n')
    .map((line): Readonly<Record<string, unknown>> => JSON.parse(line))
  return records.flatMap(({ uuid, id }) => [uuid, id].filter((one) => typeof one === 'string'))
}

describe.each(sessionWriters.map((writer) => [writer.agent, writer] as const))('%s', (_, writer) => {
  it('reads back what was written, of a source that says nothing of its own', async () => {
    const draft = writer.draft(await draftInput(source, messages))
    const task = await importFiles('copy', [...draft.files])
    expect(task.format).toBe(writer.format)
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
    for (const text of texts) expect(new Set(idsIn(text)).size).toBe(idsIn(text).length)
    expect(drafts[0]?.sessionId).not.toBe(drafts[1]?.sessionId)
    expect(drafts[0]?.files[0]?.name).not.toBe(drafts[1]?.files[0]?.name)
  })

  it('lies below the home of the agent, and the command names it', async () => {
    const draft = writer.draft(await draftInput(source, messages))
    expect(draft.folder.startsWith('/home/mara/.')).toBe(true)
    expect(draft.files.every(({ name }) => !name.includes('..'))).toBe(true)
    const file = `${draft.folder}/${draft.files[0]?.name ?? ''}`
    const [command] = draft.commands(file)
    expect(command?.some((word) => word === draft.sessionId || word === file)).toBe(true)
  })
})
