import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildPlantedMessages, makePlantedSession } from '../../src/main/measure/planted/make-session.ts'
import { compareToJson, type Benchmark } from '../lib/benchmark.ts'
import { ensureBuild } from '../lib/ensure-build.ts'
import { makeHistory } from '../lib/make-history.ts'
import { runNode } from '../lib/run-child.ts'
import { inTemporaryFolder } from '../lib/temporary-folder.ts'
import { timeJson, timeJsonBelow, timeOnce } from '../lib/timing.ts'
import { writeGrowingTask } from '../lib/write-growing-task.ts'

const program = join(import.meta.dirname, '..', '..', 'out', 'main', 'cli.js')
const sessions = 300
const messages = 400
const condensedAfter = 92
const histories = 24
/** A method of our own, so that no other program's start is in it. */
const gateOf = {
  compactor: { method: 'truncation' },
  formats: ['anthropic'],
  histories,
  tokens: [20_000],
  rounds: [1, 3, 5],
}

/** What somebody waits for at a terminal: the condensations of all sessions, and a whole gate. */
export const commandLine: Benchmark = {
  id: 'command-line',
  title: `dewpoint condensations over ${sessions} sessions, cold and warm; a gate of ${histories} planted histories and 3 rounds`,
  measure: async () => {
    await ensureBuild()
    return inTemporaryFolder(async (folder) => {
      const tasks = join(folder, 'tasks')
      for (let index = 0; index < sessions; index += 1) {
        const history = makeHistory({ seed: index + 1, messages, linesPerFile: 40 })
        writeGrowingTask(join(tasks, `task-${index}`), history, condensedAfter)
      }
      const jsonMs = timeJsonBelow(tasks)
      const list = () => runTimed(['condensations', tasks, '--data', join(folder, 'data')])
      const [cold, warm] = [await list(), await list()]
      const gateFile = join(folder, 'gate.yaml')
      // JSON is YAML.
      writeFileSync(gateFile, JSON.stringify(gateOf))
      const gate = await runTimed(['gate', gateFile, '--update', '--yes'])
      const planted = Array.from({ length: histories }, (_, at) =>
        JSON.stringify(buildPlantedMessages(makePlantedSession(1, at, 20_000))),
      )
      return [
        compareToJson({ what: `${sessions} sessions, cold`, ms: cold, jsonMs }, 10),
        compareToJson({ what: `${sessions} sessions, warm`, ms: warm, jsonMs }, 1),
        compareToJson(
          { what: `gate of ${histories} histories, rounds 1, 3, 5`, ms: gate, jsonMs: timeJson(planted) },
          2000,
        ),
      ]
    })
  },
}

/** Milliseconds that pass until a command has ended well. */
async function runTimed(words: readonly string[]): Promise<number> {
  const { ms, value } = await timeOnce(() => runNode([program, ...words]))
  if (value.code !== 0) throw new Error(`dewpoint ${words[0]} ended with exit code ${value.code}`)
  return ms
}
