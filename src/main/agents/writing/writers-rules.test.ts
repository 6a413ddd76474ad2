import { describe, expect, it } from 'vitest'
import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { claudeCodeWriter } from '../claude-code/write-session.ts'
import { importFiles } from '../import-files.ts'
import { openCodeWriter } from '../opencode/write-session.ts'
import { clineTaskWriter, rooTaskWriter } from '../roo/write-task.ts'
import { draftInput, readDraftedLines } from '../testing/draft-input.ts'
import { carryMessages } from './carry-messages.ts'
import type { SessionWriter } from './session-writer.ts'

/** The rules for writers whose agents cannot be run here, each by itself, over a history that would break all of them. */

const text = (words: string): ContentBlock => ({ type: 'text', text: words })
const call = (id: string): ContentBlock => ({ type: 'tool_use', id, name: 'Read', input: { path: id } })
const result = (id: string): ContentBlock => ({ type: 'tool_result', tool_use_id: id, content: `of ${id}` })
const signed: ContentBlock = { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' }

const odd: readonly Message[] = [
  { role: 'assistant', content: [signed, text('In the middle of it.')], ts: 9000, origin: { id: 'msg_a' } },
  { role: 'user', content: 'What was done', isSummary: true, condenseId: 's', ts: 100 },
  { role: 'assistant', content: [signed, call('call_1'), call('call_2')], ts: 100 },
  { role: 'user', content: [result('call_2')] },
  { role: 'user', content: [result('call_1'), text('And now?')], isBoilerplate: true },
  { role: 'user', content: [result('of nobody')] },
  { role: 'assistant', content: [call('call_3')], ts: 50 },
]

async function written(writer: SessionWriter, messages = odd) {
  const carried = carryMessages(messages, writer.carriage)
  const source = { name: 'own.jsonl', text: JSON.stringify([{ role: 'user', content: 'Go' }]) }
  const input = await draftInput(source, carried.messages)
  return { draft: writer.draft(input), carried }
}

/** The messages that a reader gives back of it. */
async function readBack(writer: SessionWriter) {
  const { draft, carried } = await written(writer)
  const { messages } = await importFiles('copy', [...draft.files])
  return { read: collectBlocks(messages), meant: collectBlocks(carried.messages) }
}

const collectBlocks = (messages: readonly Message[]): readonly unknown[] =>
  messages.flatMap(({ role, content }) =>
    (typeof content === 'string' ? [text(content)] : content).map((block) => [role, block]),
  )

describe('Claude Code (formats.md 2.9 and 14)', () => {
  const readWrittenLines = async () => readDraftedLines((await written(claudeCodeWriter)).draft)
  const readWrittenChain = async () => (await readWrittenLines()).filter(({ uuid }) => uuid !== undefined)

  it('reads back as it was meant', async () => {
    const { read, meant } = await readBack(claudeCodeWriter)
    expect(read).toEqual(meant)
  })

  it('lies in a file that is named by the session', async () => {
    const { draft } = await written(claudeCodeWriter)
    expect(draft.files.map(({ name }) => name)).toEqual([`${draft.sessionId}.jsonl`])
  })

  it('has the session on every line', async () => {
    const { draft } = await written(claudeCodeWriter)
    expect(new Set(readDraftedLines(draft).map(({ sessionId }) => sessionId))).toEqual(
      new Set([draft.sessionId]),
    )
  })

  it('begins with a line of the user, which follows no other', async () => {
    expect((await readWrittenLines())[0]).toMatchObject({ type: 'user', parentUuid: null })
  })

  it('is one chain of fresh ids', async () => {
    const chain = await readWrittenChain()
    expect(chain.slice(1).map(({ parentUuid }) => parentUuid)).toEqual(
      chain.slice(0, -1).map(({ uuid }) => uuid),
    )
    expect(new Set(chain.map(({ uuid }) => uuid)).size).toBe(chain.length)
  })

  it('has surroundings on each line, and is listed for a person', async () => {
    for (const line of await readWrittenChain())
      expect(line).toMatchObject({
        cwd: '/work/it',
        isSidechain: false,
        userType: 'external',
        entrypoint: 'cli',
        version: expect.stringMatching(/^\d/),
      })
  })

  it('has times that rise with each line', async () => {
    const times = (await readWrittenChain()).map(({ timestamp = '' }) => Date.parse(timestamp))
    expect(times.every((time, at) => at === 0 || time > (times[at - 1] ?? 0))).toBe(true)
  })

  it('has one block of an answer to a line, under one id for the answer', async () => {
    const answers = (await readWrittenChain()).filter(({ type }) => type === 'assistant')
    const ids = answers.map(({ message = {} }) => message['id'])
    expect(answers.map(({ message = {} }) => message['content'])).toEqual([
      [signed],
      [text('In the middle of it.')],
      [signed],
      [call('call_1')],
      [call('call_2')],
      [call('call_3')],
    ])
    expect([ids[0] === ids[1], ids[2] === ids[4], new Set(ids).size]).toEqual([true, true, 3])
    expect(ids.every((id) => String(id).startsWith('msg_'))).toBe(true)
  })

  it('has cost nothing', async () => {
    const answers = (await readWrittenChain()).filter(({ type }) => type === 'assistant')
    const used = answers.map(({ message = {} }) => Object.values(message['usage'] ?? {}))
    expect(new Set(used.flat())).toEqual(new Set([0]))
  })

  it('answers every call once before the next answer', async () => {
    const open = new Set<unknown>()
    const broken: unknown[] = []
    for (const { message = {} } of await readWrittenChain())
      for (const block of [message['content']].flat() as readonly ContentBlock[]) {
        if (block.type === 'tool_use') open.add(block['id'])
        else if (block.type === 'tool_result' && !open.delete(block['tool_use_id'])) broken.push(block)
        else if (block.type === 'text' && message['role'] === 'assistant' && open.size > 0) broken.push(block)
      }
    expect([...open, ...broken]).toEqual([])
  })

  it('has thinking as it was signed, or none at all', async () => {
    const thoughts = async (messages: readonly Message[]) =>
      collectBlocks((await written(claudeCodeWriter, messages)).carried.messages).filter((one) =>
        JSON.stringify(one).includes('"thinking"'),
      )
    expect(await thoughts(odd)).toEqual([
      ['assistant', signed],
      ['assistant', signed],
    ])
    const changed = { ...signed, signature: '' }
    expect(await thoughts([...odd, { role: 'assistant', content: [changed, text('So.')] }])).toEqual([])
  })

  it('has its summary as a text of the user, and no line that names an absent one', async () => {
    const lines = await readWrittenLines()
    expect(lines.some(({ message = {} }) => message['content'] === 'What was done')).toBe(true)
    for (const line of lines) {
      expect(['user', 'assistant', 'custom-title']).toContain(line.type)
      expect(Object.keys(line)).not.toContain('logicalParentUuid')
      expect(Object.keys(line)).not.toContain('isCompactSummary')
    }
  })

  it('ends with its title, and is resumed by its id', async () => {
    const { draft } = await written(claudeCodeWriter)
    expect(readDraftedLines(draft).at(-1)).toMatchObject({ type: 'custom-title', customTitle: 'A copy' })
    expect(draft.commands('')).toEqual([['claude', '--resume', draft.sessionId]])
  })

  it('says that the real agent was not tried', () => {
    expect(claudeCodeWriter.triedWith).toBeNull()
  })
})

const taskWriters: readonly (readonly [string, SessionWriter])[] = [
  ['Roo Code and Zoo Code', rooTaskWriter],
  ['the classic Cline', clineTaskWriter],
]

describe.each(taskWriters)('%s (formats.md 7 and 14)', (_, writer) => {
  const readWrittenFile = async (ending: string): Promise<readonly Message[]> => {
    const { draft } = await written(writer)
    return JSON.parse(draft.files.find(({ name }) => name.endsWith(ending))?.text ?? '[]')
  }

  it('reads back as it was meant', async () => {
    const { read, meant } = await readBack(writer)
    expect(read).toEqual(meant)
  })

  it('is a folder of its own, named by the task', async () => {
    const { draft } = await written(writer)
    expect(draft.files.every(({ name }) => name.startsWith(`${draft.sessionId}/`))).toBe(true)
    expect((await written(writer)).draft.sessionId).toMatch(
      writer === rooTaskWriter ? /^[-0-9a-f]{36}$/ : /^\d+$/,
    )
  })

  it('begins with the user and does not end in a call', async () => {
    const messages = await readWrittenFile('api_conversation_history.json')
    expect(messages[0]?.role).toBe('user')
    expect(messages.at(-1)?.role).toBe('user')
  })

  it('has times that rise, and no mark that would hide a message', async () => {
    const messages = await readWrittenFile('api_conversation_history.json')
    const times = messages.map(({ ts }) => Number(ts))
    expect(times.every((time, at) => at === 0 || time > (times[at - 1] ?? 0))).toBe(true)
    for (const message of messages) expect(Object.keys(message).toSorted()).toEqual(['content', 'role', 'ts'])
  })

  it('shows in its window the task, then what was said, and no deleted range', async () => {
    const chat = await readWrittenFile('ui_messages.json')
    expect(chat[0]).toMatchObject({ type: 'say', say: 'text', text: 'A copy' })
    expect(JSON.stringify(chat)).not.toContain('conversationHistoryDeletedRange')
  })

  it('says what to do in the editor, and that the real agent was not tried', async () => {
    expect((await written(writer)).draft.steps).toHaveLength(1)
    expect(writer.triedWith).toBeNull()
  })
})

describe('Kilo Code (formats.md 4.4 and 14)', () => {
  const exported = async () => {
    const { carried } = await written(openCodeWriter)
    const input = await draftInput(
      { name: 'own.json', text: '[{"role":"user","content":"Go"}]' },
      carried.messages,
    )
    const draft = openCodeWriter.draft({ ...input, task: { ...input.task, agent: 'kilo' } })
    return { draft, session: JSON.parse(draft.files[0]?.text ?? '{}') }
  }

  it('reads back as it was meant', async () => {
    const { read, meant } = await readBack(openCodeWriter)
    const known = (one: unknown): string =>
      JSON.stringify(one).replaceAll(/,"(?:signature|is_error)":[^,}]+/g, '')
    expect(read.map(known).toSorted()).toEqual(meant.map(known).toSorted())
  })

  it('has new ids with the prefixes of their kind, rising in the order of the messages', async () => {
    const { session } = await exported()
    const messages: readonly { info: { id: string }; parts: readonly { id: string }[] }[] = session.messages
    const ids = messages.map(({ info }) => info.id)
    const parts = messages.flatMap((message) => message.parts.map(({ id }) => id))
    expect(session.info.id).toMatch(/^ses_/)
    expect(ids.every((id) => id.startsWith('msg_')) && parts.every((id) => id.startsWith('prt_'))).toBe(true)
    expect(ids).toEqual(ids.toSorted())
    expect(parts).toEqual(parts.toSorted())
    expect(new Set([...ids, ...parts]).size).toBe(ids.length + parts.length)
  })

  it('names session, message and prompt in every record', async () => {
    const { session } = await exported()
    const prompts: string[] = []
    const named: unknown[] = []
    for (const { info, parts } of session.messages) {
      expect(info.sessionID).toBe(session.info.id)
      for (const part of parts) expect(part).toMatchObject({ sessionID: info.sessionID, messageID: info.id })
      if (info.role === 'user') prompts.push(info.id)
      else named.push(info.parentID === prompts.at(-1))
    }
    expect(new Set(named)).toEqual(new Set([true]))
  })

  it('is imported and continued by the commands of Kilo, with which nothing was tried', async () => {
    const { draft } = await exported()
    expect(draft.commands('/a.json')).toEqual([
      ['kilo', 'import', '/a.json'],
      ['kilo', '--session', draft.sessionId],
    ])
    expect(openCodeWriter.relatives).toMatchObject({ kilo: 'Kilo Code' })
  })
})
