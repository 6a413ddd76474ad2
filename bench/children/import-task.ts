import { readFileSync } from 'node:fs'
import { importTask } from '../../src/main/agents/import-task.ts'
import { computeTaskFigures } from '../../src/main/features/library/jobs/inspect-task.ts'
import { packSnapshot } from '../../src/main/platform/workers/packed-snapshot.ts'
import { workedMs } from '../lib/timing.ts'

/** Milliseconds of work of one thread; all but `firstMs` are the best of some rounds. */
export type ImportFigures = {
  /** Reading the file as text and `JSON.parse`. */
  readonly parsedMs: number
  readonly importedMs: number
  /** Inspecting, with every token counted. */
  readonly firstMs: number
  /** The same with the tokens known. */
  readonly againMs: number
}

const rounds = 4
const [path = '', file = '', layout = ''] = process.argv.slice(2)

function parse(): unknown {
  const text = readFileSync(file, 'utf8')
  if (layout === 'array') return JSON.parse(text)
  return text
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
}

async function timed(work: () => unknown): Promise<number> {
  const started = workedMs()
  await work()
  return workedMs() - started
}

const [parsed, imported, inspected]: [number[], number[], number[]] = [[], [], []]
for (let round = 0; round < rounds; round += 1) {
  // In turns, so that whatever else the machine does meets both alike.
  parsed.push(await timed(parse))
  imported.push(await timed(() => importTask(path)))
}
const { messages, hiddenRange, contexts, style, usage } = await importTask(path)
const log = contexts === undefined ? {} : { contexts }
const { hash, bytes } = await packSnapshot({ messages, hiddenRange, ...log, style })
const source = { hash, bytes }
for (let round = 0; round < rounds; round += 1) {
  // Another name each time: nothing but the counts of its texts is known.
  const one = { source: { ...source, hash: `${hash} ${round}` }, usage }
  inspected.push(await timed(() => computeTaskFigures(one, noContext())))
}
const [firstMs = Number.NaN, ...again] = inspected
const figures: ImportFigures = {
  parsedMs: Math.min(...parsed),
  importedMs: Math.min(...imported),
  firstMs,
  againMs: Math.min(...again),
}
console.log(JSON.stringify(figures))

/** Inspecting asks nobody and is not cancelled. */
function noContext(): Parameters<typeof computeTaskFigures>[1] {
  return {
    onProgress: () => undefined,
    signal: { aborted: false, addEventListener: () => undefined, removeEventListener: () => undefined },
    remoteModel: () => {
      throw new Error('no model is asked')
    },
  }
}
