import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCrushSessions } from '../../../agents/testing/crush-database.ts'
import { makeCommandLine, type CommandLine } from '../../../cli/testing/command-line.ts'

let line: CommandLine
const at = (name: string): string => join(line.folder, name)

/** A session of Claude Code with one message, or a subagent of one. */
async function write(name: string, text: string, subagentOf?: string): Promise<void> {
  const own = { uuid: text, parentUuid: null, sessionId: subagentOf ?? text }
  const timestamp = '2026-01-01T10:00:00.000Z'
  const message = { role: 'user', content: text }
  await mkdir(dirname(at(name)), { recursive: true })
  await writeFile(
    at(name),
    `${JSON.stringify({ type: 'user', ...own, isSidechain: subagentOf !== undefined, timestamp, message })}\n`,
  )
}

beforeAll(async () => {
  line = await makeCommandLine()
  await write('nested/main.jsonl', 'Plan')
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f'])
    await write(`nested/main/subagents/agent-${name}.jsonl`, `Do ${name}`, 'main')
  await write('beside/early.jsonl', 'Plan')
  await write('beside/agent-early.jsonl', 'Do a', 'early')
  await write('several/one.jsonl', 'One')
  await write('several/two.jsonl', 'Two')
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f'])
    await write(`several/one/subagents/agent-${name}.jsonl`, `Do ${name}`, 'one')
  await write('orphans/x/subagents/agent-a.jsonl', 'Do a', 'x')
  await write('orphans/x/subagents/agent-b.jsonl', 'Do b', 'x')
  addCrushSessions(at('family.db'), { whole: 'Plan' }).close()
  addCrushSessions(at('family.db'), { part: 'Do it' }, 'whole').close()
})
afterAll(() => line.clean())

describe('a session with its subagents', () => {
  it.each([
    ['nested', 'nested/main.jsonl', ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `agent-${name}`)],
    ['beside', 'beside/early.jsonl', ['agent-early']],
    ['family.db', 'family.db#whole', ['part']],
  ])('is the session of %s, with the subagents under it', async (name, path, children) => {
    expect(await line.json(['inspect', name])).toMatchObject({
      task: { path: at(path), children: children.map((id) => ({ id, taskId: expect.any(String) })) },
    })
    expect((await line.run(['status', name, '--window', '1000'])).code).toBe(0)
  })

  it('is one of several where there are more of them, which are named before subagents', async () => {
    const { code, out, err } = await line.run(['inspect', 'several'])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain('This folder holds 8 tasks.')
    const named = /such as (.*)\. With --json/.exec(err)?.[1]?.split(', ')
    expect(new Set(named)).toEqual(new Set([at('several/one.jsonl'), at('several/two.jsonl')]))
  })

  it('is none where nobody has it: each subagent is to be chosen', async () => {
    expect((await line.run(['inspect', 'orphans'])).err).toContain('This folder holds 2 tasks.')
  })
})

describe('several sessions with --json', () => {
  it.each([
    ['inspect'],
    ['requests'],
    ['autopsy'],
    ['compare'],
    ['check'],
    ['drift'],
    ['replay'],
    ['status', '--window', '1000'],
    ['resume', '--arm', 'lossless-strict'],
    ['condense', '-p', 'lossless'],
    ['runs'],
    ['pins', 'list'],
  ])('are listed on stdout, and %s ends with 2', async (...words) => {
    const { code, out, err } = await line.run([...words, 'several', '--json'])
    expect({ code, err }).toEqual({ code: 2, err: '' })
    const { sessions } = JSON.parse(out)
    expect(sessions).toHaveLength(8)
    expect(sessions).toContainEqual({
      id: expect.any(String),
      title: 'Do f',
      agent: 'claude-code',
      messages: null,
      path: at('several/one/subagents/agent-f.jsonl'),
    })
  })
})
