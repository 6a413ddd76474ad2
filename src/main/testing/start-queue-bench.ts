import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExperimentDetail, ExperimentStart } from '../../shared/experiments/contract.ts'
import type { ExperimentResults } from '../../shared/experiments/experiment-results-types.ts'
import type { Dewpoint } from '../features/common/dewpoint.ts'
import { startPostgres, type Postgres } from '../platform/queue/testing/postgres.ts'
import { startRunBench, talk, type RunBench } from './run-bench.ts'
import { startDewpoint } from './start-dewpoint.ts'

/** A database in which nothing is but the tables that the first one to connect makes: they take most of what that takes. */
async function makeTemplate(postgres: Postgres, dewpoint: Dewpoint): Promise<string> {
  const address = await postgres.database()
  const { signal } = new AbortController()
  const team = await dewpoint.connect({ address, signal, tell: () => undefined })
  await team.close()
  return address
}

type Ran = { readonly detail: ExperimentDetail; readonly results: ExperimentResults }

/** Somebody with three tasks who runs experiments, machines that may work for them, and a PostgreSQL between. */
export type QueueBench = {
  readonly postgres: Postgres
  readonly bench: RunBench
  readonly machines: readonly Dewpoint[]
  /** An experiment on the tasks, at two cuts each. */
  readonly yaml: (body: string) => string
  /** Starts workers on a database; `stop` waits until they have ended. */
  readonly startWorkers: (
    address: string,
    count: number,
  ) => Promise<{
    readonly said: readonly string[]
    readonly did: readonly string[]
    readonly stop: () => Promise<readonly number[]>
  }>
  /** Runs an experiment on a database to its end. */
  readonly runOn: (
    address: string,
    request: ExperimentStart,
  ) => Promise<Ran & { readonly said: readonly string[] }>
  /** Runs one in this process alone. */
  readonly runHere: (request: ExperimentStart) => Promise<Ran>
  readonly clean: () => Promise<void>
}

/** Starts all of it, with so many machines. */
export async function startQueueBench(count: number): Promise<QueueBench> {
  const postgres = await startPostgres()
  const bench = await startRunBench()
  const machines = await Promise.all(
    Array.from({ length: count }, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'dewpoint-worker-'))
      return { folder, dewpoint: await startDewpoint(folder) }
    }),
  )
  const template = await makeTemplate(postgres, bench.dewpoint)
  const tasks: string[] = []
  for (const [index, messages] of [14, 18, 22].entries())
    tasks.push(await bench.open(talk(messages, index * 100)))
  const finish = async (experimentId: string): Promise<Ran> => {
    for await (const event of await bench.client.experiments.watch({ experimentId })) void event
    return {
      detail: await bench.client.experiments.get({ experimentId }),
      results: await bench.client.experiments.results({ experimentId }),
    }
  }
  return {
    postgres: { ...postgres, database: (copied = template) => postgres.database(copied) },
    bench,
    machines: machines.map(({ dewpoint }) => dewpoint),
    yaml: (body) => `name: shared\ntasks: ${JSON.stringify(tasks)}\ncheckpoints: { at: [0.5, 0.7] }\n${body}`,
    startWorkers: async (address, workers) => {
      const controller = new AbortController()
      const said: string[] = []
      const did: string[] = []
      const { signal } = controller
      const working = machines.slice(0, workers).map(async ({ dewpoint }) => {
        const team = await dewpoint.connect({ address, signal, tell: (text) => void said.push(text) })
        const onCell = (id: string): void => void did.push(id)
        const done = await team.work({ signal, concurrency: 2, untilIdle: false, onCell })
        await team.close()
        return done
      })
      const stop = (): Promise<readonly number[]> => {
        controller.abort()
        return Promise.all(working)
      }
      return { said, did, stop }
    },
    runOn: async (address, request) => {
      const said: string[] = []
      const { signal } = new AbortController()
      const team = await bench.dewpoint.connect({ address, signal, tell: (text) => void said.push(text) })
      const { summary } = await team.start(request)
      const ran = await finish(summary.id)
      await team.close()
      return { said, ...ran }
    },
    runHere: async (request) => finish((await bench.client.experiments.start(request)).summary.id),
    clean: async () => {
      await bench.clean()
      for (const { dewpoint, folder } of machines) {
        await dewpoint.close()
        await rm(folder, { recursive: true, force: true })
      }
      await postgres.close()
    },
  }
}
