import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCommandLine, type CommandLine } from '../../../cli/testing/command-line.ts'

/** What leaves Dewpoint by the command line, in the words that scripts rely on. */

let line: CommandLine
let env: Readonly<Record<string, string>> = {}
beforeAll(async () => {
  line = await makeCommandLine()
  env = { HOME: line.folder }
})
afterAll(() => line.clean())

/** A transcript of Claude Code that rests, in a folder that is there; its path. */
async function makeTranscript(): Promise<string> {
  const place = join(line.folder, '.claude', 'projects', '-work')
  await mkdir(place, { recursive: true })
  const records = Array.from({ length: 12 }, (_, at) => {
    const role = at % 2 === 0 ? 'user' : 'assistant'
    const content = [
      ...(role === 'user' && at > 0
        ? [{ type: 'tool_result', tool_use_id: `toolu_${at - 1}`, content: `line ${at}\n`.repeat(200) }]
        : [{ type: 'text', text: `Step ${at}` }]),
      ...(role === 'user' ? [] : [{ type: 'tool_use', id: `toolu_${at}`, name: 'Read', input: {} }]),
    ]
    const message = { role, content, ...(role === 'user' ? {} : { id: `msg_${at}`, model: 'claude-x' }) }
    const parentUuid = at === 0 ? null : `u${at - 1}`
    const shared = {
      sessionId: 's',
      cwd: line.folder,
      version: '2.1.7',
      timestamp: '2026-01-02T03:04:05.000Z',
    }
    return JSON.stringify({ type: role, uuid: `u${at}`, parentUuid, ...shared, message })
  })
  const path = join(place, 'own.jsonl')
  await writeFile(path, `${records.join('\n')}\n`)
  await utimes(path, 1, 1)
  return path
}

it('resume --json names the agent, the session, where it lies and what continues it', async () => {
  const path = await makeTranscript()
  const args = ['resume', path, '--arm', 'clear-tool-uses']
  expect(await line.json([...args, '--dry-run'], env)).toMatchObject({
    agent: 'Claude Code',
    id: expect.stringMatching(/^[-0-9a-f]{36}$/),
    path: expect.stringContaining(join('.claude', 'projects')),
    command: expect.stringMatching(/^claude --resume [-0-9a-f]{36}$/),
    cwd: line.folder,
    messages: 13,
    tokens: expect.any(Number),
    leftOut: [],
    added: [{ kind: 'interrupted-result', count: 1 }],
    dryRun: true,
    writtenId: null,
    triedWith: null,
  })
  const written = (await line.json(args, env)) as { readonly path: string; readonly writtenId: string }
  expect(written).toMatchObject({ dryRun: false })
  expect(await readFile(written.path, 'utf8')).toContain('[Old tool output cleared]')
  expect((await line.run([...args, '--dry-run'], env)).out).toContain('Not tried with the real Claude Code.')
  expect(await line.json(['written', '--remove', written.writtenId], env)).toEqual({
    removed: written.writtenId,
  })
  expect(await readdir(join(line.folder, '.claude', 'projects', '-work'))).toHaveLength(1)
})

it('use takes the window that holds a size, unless one is named', async () => {
  const args = ['use', 'codex-local', '--for', 'codex', '--at', '300k']
  expect(await line.json(args, env)).toMatchObject({
    target: 'codex',
    content: expect.stringContaining('300000'),
  })
  expect((await line.run([...args, '--window', '200k'], env)).err).toContain('200,000')
})

const noFile = { path: null, diff: null }
const inConfig = {
  path: expect.stringContaining('config.toml'),
  diff: expect.stringContaining('+model_auto_compact_token_limit = 120000'),
}

it.each([
  [['codex-local', '--for', 'codex', '--at', '120k'], 'codex', 'setting', inConfig],
  [['roo-current', '--for', 'roo-code', '--at', '120k'], 'roo-code', 'setting', noFile],
  [['clear-tool-uses', '--for', 'anthropic'], 'anthropic', 'json', noFile],
  [['clear-tool-uses', '--for', 'ai-sdk'], 'ai-sdk', 'snippet', noFile],
] as const)(
  'use --json of %j names its form, its text and what differs',
  async (args, target, form, inFile) => {
    expect(await line.json(['use', ...args], env)).toMatchObject({
      target,
      form,
      content: expect.stringMatching(/\S/),
      ...inFile,
      differs: expect.arrayContaining([expect.any(String)]),
      written: null,
    })
  },
)
