import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseQuery } from '../../src/main/features/library/compute/search/parse-query.ts'
import { createSearchIndex, type SearchIndex } from '../../src/main/features/library/search/search-index.ts'
import { createEnginePool } from '../../src/main/jobs/engine-pool.ts'
import { packSnapshot } from '../../src/main/platform/workers/packed-snapshot.ts'
import type { Message } from '../../src/shared/kernel/message.ts'
import { computeQuantile } from '../../src/shared/kernel/numbers.ts'
import { charsOf, makeHistory } from '../lib/make-history.ts'
import { timeJson, timeOnce } from '../lib/timing.ts'

/** What searching a large library takes; times in milliseconds. */
export type SearchFigures = {
  readonly messages: number
  readonly megabytes: number
  readonly indexMegabytes: number
  readonly putMs: number
  /** Of all histories, by the first of them. */
  readonly jsonMs: number
  readonly putLoopP99Ms: number
  readonly queries: number
  readonly p95Ms: number
  readonly busyP95Ms: number
  readonly worst: { readonly query: string; readonly ms: number }
}

const tasks = 1000
const messagesEach = 400
const rounds = 5

/** Words of the generated histories: rare, common, beginnings, phrases, several at once, and what is nowhere. */
const queries = [
  'needle417x',
  'needle999x',
  'needle5',
  'const',
  'return',
  'the',
  'the const await',
  'needle3x the',
  'exp',
  'cons',
  'ret',
  'mergeK',
  'getSolPo',
  'src/area-3/module-3.ts',
  'src/area-3/mod',
  '"export function"',
  '"so I will look at"',
  'npx vitest run',
  'after 4096 ms',
  'expected 3 to be 4',
  'nowhereatall',
  'the nowhereatall',
]

const [folder = '', workerFile = ''] = process.argv.slice(2)
const never = new AbortController().signal
mkdirSync(folder, { recursive: true })
const engine = createEnginePool(workerFile)
const index = createSearchIndex({ folder, engine })

/** A later task is a later history of its own, with a word that no other has. */
async function packTask(number: number, ts: number) {
  const history = makeHistory({ seed: number, messages: messagesEach, linesPerFile: 40 })
  const messages: readonly Message[] = history.map((message, at) => ({
    ...message,
    ts: ts + at * 9000,
    ...(at === 7 ? { content: `needle${number}x` } : {}),
  }))
  const style = { indent: null, bom: false, trailing: '' }
  const { hash, bytes } = await packSnapshot({ messages, hiddenRange: null, style })
  return {
    chars: charsOf(messages),
    task: { id: `task-${number}`, snapshotSha256: hash, bytes, lastActivityTs: ts },
  }
}

let chars = 0
let putMs = 0
const delay = monitorEventLoopDelay({ resolution: 1 })
for (let number = 0; number < tasks; number += 1) {
  const packed = await packTask(number, 1_700_000_000_000 + number * 3_600_000)
  chars += packed.chars
  // Only what indexing itself does to this thread: the history is made before.
  delay.enable()
  const { ms } = await timeOnce(() => index.put(packed.task, never))
  delay.disable()
  putMs += ms
}

const jsonTasks = 20
const firstTexts = Array.from({ length: jsonTasks }, (_, seed) =>
  JSON.stringify(makeHistory({ seed, messages: messagesEach, linesPerFile: 40 })),
)
const jsonMs = (timeJson(firstTexts) * tasks) / jsonTasks

const idle = await timeQueries(index)
const more = await Promise.all(
  Array.from({ length: 40 }, (_, number) => packTask(tasks + number, 1_800_000_000_000 + number * 3_600_000)),
)
const busyWith = Promise.all(more.map(({ task }) => index.put(task, never)))
const busy = await timeQueries(index)
await busyWith
await engine.close()

const figures: SearchFigures = {
  messages: tasks * messagesEach,
  megabytes: chars / 1e6,
  indexMegabytes: statSync(join(folder, 'search.sqlite')).size / 1e6,
  putMs,
  jsonMs,
  putLoopP99Ms: delay.percentile(99) / 1e6,
  queries: idle.length,
  p95Ms: p95Of(idle),
  busyP95Ms: p95Of(busy),
  worst: idle.reduce((worst, next) => (next.ms > worst.ms ? next : worst)),
}
console.log(JSON.stringify(figures))

/** Every query in turn, several times over, as they come from a screen: with a page of a hundred hits each. */
async function timeQueries(
  of: SearchIndex,
): Promise<readonly { readonly query: string; readonly ms: number }[]> {
  const times: { readonly query: string; readonly ms: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const query of queries) {
      const { ms } = await timeOnce(() => of.find(parseQuery(query), { limit: 101, within: null }))
      times.push({ query, ms })
    }
  }
  return times
}

function p95Of(times: readonly { readonly ms: number }[]): number {
  const ascending = times.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return computeQuantile(ascending, 0.95)
}
