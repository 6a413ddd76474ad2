import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { importFiles } from '../import-files.ts'
import { draftInput, readDraftedLines } from '../testing/draft-input.ts'
import { claudeCodeWriter } from './write-session.ts'

const source = [
  {
    type: 'user',
    uuid: 'u1',
    parentUuid: null,
    sessionId: 's',
    cwd: '/work',
    version: '2.1.7',
    gitBranch: 'main',
  },
].map((line) => JSON.stringify({ ...line, message: { role: 'user', content: 'Go' } }))

const messages: readonly Message[] = [
  { role: 'user', content: 'Summary.', isSummary: true, ts: 9000 },
  {
    role: 'assistant',
    content: [
      { type: 'text', text: 'Looking.' },
      { type: 'tool_use', id: 'toolu_1', name: 'Read', input: { file_path: '/work/a' } },
      { type: 'tool_use', id: 'toolu_2', name: 'Read', input: { file_path: '/work/b' } },
    ],
    ts: 5000,
    origin: { id: 'msg_own' },
  },
  {
    role: 'user',
    content: [
      { type: 'tool_result', tool_use_id: 'toolu_1', content: 'one' },
      { type: 'tool_result', tool_use_id: 'toolu_2', content: 'two' },
    ],
  },
  { role: 'assistant', content: 'Done.' },
]

async function drafted(condensed = messages) {
  const input = await draftInput({ name: 'own.jsonl', text: source.join('\n') }, condensed)
  const draft = claudeCodeWriter.draft({ ...input, task: { ...input.task, messages: [...messages] } })
  return { draft, lines: readDraftedLines(draft) }
}

describe('a session for Claude Code', () => {
  it('is read back as what was meant', async () => {
    const { draft } = await drafted()
    const task = await importFiles('copy', [...draft.files])
    expect(task.format).toBe('claude-code')
    const words = (list: readonly Message[]): unknown => list.flatMap<unknown>(({ content }) => content)
    const written = [
      ...messages.slice(0, -1),
      { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
    ]
    expect(words(task.messages)).toEqual(words(written))
  })

  it('is one chain of new ids that begins with a prompt', async () => {
    const { draft, lines } = await drafted()
    const chain = lines.filter(({ uuid }) => uuid !== undefined)
    expect(chain[0]).toMatchObject({ type: 'user', parentUuid: null })
    expect(chain.slice(1).map(({ parentUuid }) => parentUuid)).toEqual(
      chain.slice(0, -1).map(({ uuid }) => uuid),
    )
    expect(new Set(chain.map(({ uuid }) => uuid)).size).toBe(chain.length)
    expect(new Set(lines.map(({ sessionId }) => sessionId))).toEqual(new Set([draft.sessionId]))
    expect(draft.files[0]?.name).toBe(`${draft.sessionId}.jsonl`)
  })

  it('keeps the id of an answer on all of its lines, and gives a new one to an answer without', async () => {
    const { lines } = await drafted()
    const ids = lines.filter(({ type }) => type === 'assistant').map(({ message }) => message?.['id'])
    expect(ids.slice(0, 3)).toEqual(['msg_own', 'msg_own', 'msg_own'])
    expect(ids[3]).toMatch(/^msg_(?!own)/)
  })

  it('gives a new id to an answer that was changed, which others would take for the original', async () => {
    const changed = messages.map((message) =>
      message.origin === undefined ? message : { ...message, content: 'Looked.' },
    )
    const [first] = (await drafted(changed)).lines.filter(({ type }) => type === 'assistant')
    expect(first?.message?.['id']).toMatch(/^msg_(?!own)/)
  })

  it('has times that rise, the surroundings of the source, and the place of its folder', async () => {
    const { draft, lines } = await drafted()
    const times = lines.flatMap(({ timestamp }) => (timestamp === undefined ? [] : Date.parse(timestamp)))
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    expect(lines[0]).toMatchObject({
      version: '2.1.7',
      gitBranch: 'main',
      cwd: '/work/it',
      isSidechain: false,
    })
    expect(lines.at(-1)).toMatchObject({ type: 'custom-title', customTitle: 'A copy' })
    expect(draft.folder).toBe('/home/mara/.claude/projects/-work-it')
    expect(draft.commands('')).toEqual([['claude', '--resume', draft.sessionId]])
  })
})
