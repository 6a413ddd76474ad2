import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findForeignSessions } from './find-foreign-sessions.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foreign-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function put(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
}

/** Of a version that nobody knows here: without ids. */
const claude = '{"sessionId":"a","type":"user"}\n'

it('tells the sessions of agents that cannot be read apart, the most first', async () => {
  await put({
    'codex/2026/01/rollout.jsonl': '{"timestamp":"t","type":"session_meta","payload":{}}\n',
    'pi/one.jsonl': '{"type":"session","of":"nobody knows"}\n',
    'claude/one.jsonl': claude,
    'claude/two.jsonl': claude,
    'claude/readable.jsonl': '{"type":"summary","summary":"s","leafUuid":"l"}\n',
  })
  expect(await findForeignSessions(folder)).toEqual([
    { agent: 'Claude Code', sessions: 2 },
    { agent: 'pi', sessions: 1 },
  ])
})

it('counts no helpers, no other lines, nothing within a task, and nothing that is not there', async () => {
  await put({
    'claude/subagents/helper.jsonl': claude,
    'logs/log.jsonl': '{"level":"info"}\n',
    'task/api_conversation_history.json': '[]',
    'task/one.jsonl': claude,
  })
  expect(await findForeignSessions(folder)).toEqual([])
  expect(await findForeignSessions(join(folder, 'nowhere'))).toEqual([])
})
