import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Message } from '../../../../shared/kernel/message.ts'
import { writingAgents } from '../../../agents/find-agent.ts'
import { importTask } from '../../../agents/import-task.ts'
import { buildEffectiveHistory } from '../../../kernel/history/build-effective-history.ts'
import { selectTestShare } from '../../../kernel/testing/shares.ts'
import type { JobContext } from '../../../platform/workers/job.ts'
import { compareSession } from './compare-session.ts'
import { draftSession } from './draft-session.ts'

const data = resolve(import.meta.dirname, '../../../../../../shared/data')
const isPresent = existsSync(join(data, 'roo-task'))
const scratch = mkdtempSync(join(tmpdir(), 'dewpoint-copies-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** Where histories of each format lie. */
const places: Readonly<Record<string, readonly (readonly [folder: string, name: RegExp])[]>> = {
  'claude-code': [['claude-code', /\.jsonl$/]],
  codex: [
    ['codex-rollout', /\.jsonl$/],
    ['recorded/codex/storage', /rollout-.*\.jsonl$/],
  ],
  'qwen-code': [
    ['qwen-code', /\.jsonl$/],
    ['recorded/qwen/storage', /chats.*\.jsonl$/],
  ],
  'gemini-cli': [
    ['gemini-cli', /\.jsonl?$/],
    ['recorded/gemini/storage', /chats.*\.jsonl$/],
  ],
  pi: [
    ['pi-session', /\.jsonl$/],
    ['recorded/pi/storage', /sessions.*\.jsonl$/],
    ['recorded/pi-0.87/storage', /sessions.*\.jsonl$/],
  ],
}

function listFiles([folder, name]: readonly [string, RegExp]): readonly string[] {
  const found = isPresent ? readdirSync(join(data, folder), { recursive: true, encoding: 'utf8' }) : []
  return found.filter((path) => name.test(path)).map((path) => join(folder, path))
}

const cases = writingAgents.flatMap(({ id: format }) =>
  (places[format] ?? []).flatMap(listFiles).map((file, turn) => ({ format, file, turn })),
)

/** Histories as arms leave them: untouched, cut in the middle, a summary in front of an end. */
function condensed(messages: readonly Message[]): readonly (readonly Message[])[] {
  const summary: Message = { role: 'user', content: 'Summary of what was done.', isSummary: true }
  return [
    messages,
    messages.slice(Math.floor(messages.length / 2)),
    messages.slice(0, Math.ceil(messages.length / 3)),
    [summary, ...messages.slice(-Math.ceil(messages.length / 3))],
  ]
}

describe.skipIf(!isPresent)('copies of real histories', () => {
  it.each(cases)('$file is read back as it was meant', async ({ format, file, turn }) => {
    const path = join(data, file)
    const before = readFileSync(path)
    const task = await importTask(path).catch(() => null)
    // Fixtures of viewers that hold no message are refused, and other agents' ones are theirs.
    if (task?.format !== format) return
    const { messages } = buildEffectiveHistory(task.messages, task.hiddenRange, task.contexts)
    // Each history is left in one of these ways, all of them in turn.
    for (const [index, meant] of selectTestShare([...condensed(messages).entries()], turn, 4)) {
      const draft = await draftSession(
        {
          format,
          path,
          messages: meant,
          tag: null,
          cwd: '/work',
          title: 'A copy',
          out: join(scratch, file, String(index)),
          machine: { platform: 'linux', home: '/home/mara', environment: {} },
          now: Date.UTC(2026, 0, 2),
        },
        {} as JobContext,
      )
      // A history of which nothing is left is refused.
      if (draft.messages.length === 0) continue
      for (const one of draft.files) {
        mkdirSync(dirname(one.path), { recursive: true })
        writeFileSync(one.path, one.text, { flag: 'wx' })
      }
      const copy = draft.files[0]?.path ?? ''
      expect(await compareSession({ path: copy, messages: draft.messages }, {} as JobContext)).toMatchObject({
        differsAt: null,
      })
      expect((await importTask(copy)).format).toBe(format)
    }
    expect(readFileSync(path).equals(before)).toBe(true)
  })
})
