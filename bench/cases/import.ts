import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Message } from '../../src/shared/kernel/message.ts'
import type { ImportFigures } from '../children/import-task.ts'
import { atMost, type Benchmark, type Finding } from '../lib/benchmark.ts'
import { largeHistory } from '../lib/histories.ts'
import { runChild } from '../lib/run-child.ts'
import { inTemporaryFolder } from '../lib/temporary-folder.ts'
import { writeTask } from '../lib/write-task.ts'

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
        ...(await compare('array of messages (Roo Code)', [join(folder, 'roo'), roo, 'array'])),
        ...(await compareLines(
          'lines (Claude Code)',
          join(folder, `${session}.jsonl`),
          claudeLines(messages),
        )),
        ...(await compareLines(
          'lines (Codex)',
          join(folder, `rollout-${session}.jsonl`),
          codexLines(messages),
        )),
      ]
    }),
}

/** Writes one object a line and compares. */
function compareLines(what: string, path: string, lines: readonly unknown[]): Promise<Finding[]> {
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return compare(what, [path, path, 'lines'])
}

/** In a process of its own, where nothing is counted yet. */
async function compare(what: string, args: readonly string[]): Promise<Finding[]> {
  const { parsedMs, importedMs, firstMs, againMs } = await runChild<ImportFigures>('import-task.ts', args)
  const of = (name: string, ms: number, note: string): Omit<Finding, 'target'> => ({
    what: `${name}: ${what}`,
    value: ms / parsedMs,
    unit: 'x',
    note: `${ms.toFixed(0)} ms${note}`,
  })
  return [
    { ...of('import', importedMs, `; parsing alone ${parsedMs.toFixed(0)} ms`), target: atMost(2) },
    { ...of('import and inspect, tokens known', importedMs + againMs, ''), target: atMost(6) },
    of('import and inspect, all tokens counted', importedMs + firstMs, ''),
  ]
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
