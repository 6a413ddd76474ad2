import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Message } from '../../../../shared/kernel/message.ts'
import { importTask } from '../../../agents/import-task.ts'
import { buildEffectiveHistory } from '../../../kernel/history/build-effective-history.ts'
import type { JobContext } from '../../../platform/workers/job.ts'
import { compareSession } from './compare-session.ts'
import { draftSession, type DraftSessionOutput } from './draft-session.ts'

const data = resolve(import.meta.dirname, '../../../../../../shared/data')

const below = (kind: string, ending: string): readonly string[] =>
  existsSync(join(data, kind))
    ? readdirSync(join(data, kind), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith(ending))
        .map((name) => join(data, kind, name))
    : []

const histories: readonly string[] = [
  ...below('opencode-export', 'full.jsonl'),
  ...below('recorded/opencode/storage', 'opencode.db'),
  ...below('cline-sdk-session', '.messages.json'),
  ...below('recorded/cline/storage', '.messages.json'),
  ...below('roo-task', 'api_conversation_history.json').map(dirname),
]

const context: JobContext = {
  onProgress: () => undefined,
  signal: new AbortController().signal,
  remoteModel: () => {
    throw new Error('no model is asked')
  },
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dewpoint-copy-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Ways to shorten a history, by how its beginning is told; the first one changes nothing. */
const ways: readonly (readonly [string, (messages: readonly Message[]) => readonly Message[]])[] = [
  ['whole', (messages) => messages],
  ['its end behind a summary', (messages) => [summary, ...messages.slice(messages.length / 2)]],
  ['its end', (messages) => messages.slice(messages.length / 3)],
]
const summary: Message = { role: 'user', content: 'What was done before:\n\n- the “first” half ✓' }

describe.skipIf(histories.length === 0)('copies of real sessions', () => {
  it.each(histories.flatMap((path) => ways.map(([name, shorten]) => ({ path, name, shorten }))))(
    '$path, $name, reads back as meant and leaves the original as it is',
    async ({ path, shorten }) => {
      const before = hashFile(path)
      const task = await importTask(path)
      const sent = buildEffectiveHistory(task.messages, task.hiddenRange, task.contexts).messages
      const draft = await draftSession(
        {
          format: task.format,
          path,
          messages: shorten(sent),
          tag: null,
          cwd: folder,
          title: 'A copy',
          out: join(folder, 'tasks'),
          machine: { platform: process.platform, home: folder, environment: {} },
          now: 1_800_000_000_000,
        },
        context,
      )
      const session = write(draft)
      expect(draft.messages.length).toBeGreaterThan(0)
      expect(await compareSession({ path: session, messages: draft.messages }, context)).toEqual({
        differsAt: null,
        read: expect.any(Number),
      })
      expect(hashFile(path)).toBe(before)
      const text = readFileSync(session, 'utf8')
      const ids = [...text.matchAll(/^\s*"id": "((?:ses|msg|prt)_[^"]+)"/gm)].map(([, id]) => id)
      expect(new Set(ids).size).toBe(ids.length)
    },
  )
})

function write({ files }: DraftSessionOutput): string {
  for (const { path, text } of files) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text, { flag: 'wx' })
  }
  return files[0]?.path ?? ''
}

function hashFile(path: string): string {
  const isFolder = statSync(path).isDirectory()
  const files = isFolder ? readdirSync(path).map((name) => join(path, name)) : [path]
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(file))
  return hash.digest('hex')
}
