import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Message } from '../../src/shared/domain/message.ts'
import { importTask } from '../../src/main/importers/import-task.ts'
import { figuresOf } from '../../src/main/workers/jobs/tasks/inspect-task.ts'
import { packSnapshot } from '../../src/main/workers/packed-snapshot.ts'
import { atMost, type Benchmark, type Finding } from '../lib/benchmark.ts'
import { largeHistory } from '../lib/histories.ts'
import { inTemporaryFolder } from '../lib/temporary-folder.ts'
import { workOnce, workedMs } from '../lib/timing.ts'
import { writeTask } from '../lib/write-task.ts'

const rounds = 3
const session = '11111111-1111-4111-8111-111111111111'

/** Reading 50 MB against the least that any reader does with the same files. */
export const importing: Benchmark = {
  id: 'import',
  title: 'Import and inspect 50 MB, as multiples of reading and parsing the same files',
  measure: () =>
    inTemporaryFolder(async (folder) => {
      const messages = largeHistory()
      writeTask(join(folder, 'roo'), messages)
      const roo = join(folder, 'roo', 'api_conversation_history.json')
      return [
        ...(await compare('array of messages (Roo Code)', join(folder, 'roo'), () =>
          JSON.parse(readFileSync(roo, 'utf8')),
        )),
        ...(await compareLines(
          'one object a line (Claude Code)',
          join(folder, `${session}.jsonl`),
          claudeLines(messages),
        )),
        ...(await compareLines(
          'one object a line (Codex)',
          join(folder, `rollout-${session}.jsonl`),
          codexLines(messages),
        )),
      ]
    }),
}

function compareLines(what: string, path: string, lines: readonly unknown[]): Promise<Finding[]> {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return compare(what, path, () =>
    readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line)),
  )
}

/** In turns, so that whatever else the machine does meets all alike; the best round counts. */
async function compare(what: string, path: string, parse: () => unknown): Promise<Finding[]> {
  const [parsed, imported, inspected]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < rounds; round += 1) {
    parsed.push(workOnce(parse).ms)
    const started = workedMs()
    const { messages, hiddenRange, contexts, style, usage } = await importTask(path)
    imported.push(workedMs() - started)
    const log = contexts === undefined ? {} : { contexts }
    const packed = await packSnapshot({ messages, hiddenRange, ...log, style })
    // Another hash each time, so that nothing is known of it.
    const source = { hash: `${packed.hash} ${round}`, bytes: packed.bytes }
    const before = workedMs()
    await figuresOf({ source, usage }, noContext)
    inspected.push(workedMs() - before + (imported.at(-1) ?? 0))
  }
  const least = Math.min(...parsed)
  const of = (name: string, times: readonly number[], limit: number): Finding => ({
    what: `${name}: ${what}`,
    value: Math.min(...times) / least,
    unit: 'x',
    target: atMost(limit),
    note: `${Math.min(...times).toFixed(0)} ms; parsing alone ${least.toFixed(0)} ms`,
  })
  return [of('import', imported, 2), of('import and inspect', inspected, 6)]
}

/** Counting asks nobody and is not cancelled. */
const noContext: Parameters<typeof figuresOf>[1] = {
  onProgress: () => undefined,
  signal: { aborted: false, addEventListener: () => undefined, removeEventListener: () => undefined },
  remoteModel: () => {
    throw new Error('no model is asked')
  },
}

function claudeLines(messages: readonly Message[]): readonly unknown[] {
  const usage = { input_tokens: 10, output_tokens: 20, cache_read_input_tokens: 7000 }
  return messages.map(({ role, content, ts }, at) => ({
    parentUuid: at === 0 ? null : `u${at - 1}`,
    uuid: `u${at}`,
    isSidechain: false,
    cwd: '/work/bench',
    sessionId: session,
    type: role,
    timestamp: new Date(Number(ts)).toISOString(),
    message:
      role === 'user'
        ? { role, content }
        : { id: `m${at}`, role, model: 'claude-sonnet-4-5', content, usage },
  }))
}

function codexLines(messages: readonly Message[]): readonly unknown[] {
  const start = new Date(Number(messages[0]?.ts)).toISOString()
  return [
    {
      timestamp: start,
      type: 'session_meta',
      payload: { id: session, timestamp: start, cwd: '/work/bench' },
    },
    ...messages.map(({ role, content, ts }) => ({
      timestamp: new Date(Number(ts)).toISOString(),
      type: 'response_item',
      payload: {
        type: 'message',
        role,
        content: (typeof content === 'string' ? [] : content).map(({ text }) => ({
          type: role === 'user' ? 'input_text' : 'output_text',
          text,
        })),
      },
    })),
  ]
}
