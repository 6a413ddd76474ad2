import { createHash } from 'node:crypto'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { compose } from '../../src/main/compose.ts'
import type { Dewpoint } from '../../src/main/features/common/dewpoint.ts'
import { sampleTaskName } from '../../src/main/features/library/show-samples.ts'
import {
  experimentExportSchema,
  type ExperimentExport,
} from '../../src/shared/experiments/experiment-types.ts'

const rootFolder = resolve(import.meta.dirname, '../..')
const recordedTs = Date.UTC(2026, 10, 2, 9)

/**
 * Runs the sample experiment on the sample task and gives what is bundled of it. But for the durations, which are as
 * they were measured, it is the same each time and on each machine.
 */
export async function recordSampleExperiment(): Promise<ExperimentExport> {
  const folder = await mkdtemp(join(tmpdir(), 'dewpoint-sample-'))
  const dewpoint = await startOn(folder)
  try {
    return await record(dewpoint)
  } finally {
    await dewpoint.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** With the sample task alone: the sample experiment of yesterday is not needed to make that of today. */
async function startOn(folder: string): Promise<Dewpoint> {
  const resourcesFolder = join(folder, 'resources')
  await cp(join(rootFolder, 'resources', 'sample-task'), join(resourcesFolder, 'sample-task'), {
    recursive: true,
  })
  await cp(join(rootFolder, 'package.json'), join(folder, 'package.json'))
  return compose({
    door: 'command-line',
    dataFolder: join(folder, 'data'),
    access: { resolve: (source) => (source.kind === 'path' ? source.path : ''), roots: () => [] },
    resourcesFolder,
    workerFile: join(rootFolder, 'src/main/jobs/worker.ts'),
    environment: {},
  })
}

async function record({ client }: Dewpoint): Promise<ExperimentExport> {
  const [task] = await client.tasks.list()
  if (task === undefined) throw new Error('The sample task was not opened.')
  const text = await readFile(join(import.meta.dirname, 'experiment.yaml'), 'utf8')
  const { summary } = await client.experiments.start({ text: text.replaceAll(sampleTaskName, task.id) })
  const experimentId = summary.id
  for await (const event of await client.experiments.watch({ experimentId })) {
    if (event.kind === 'finished' && event.summary.cells.done !== event.summary.cells.total)
      throw new Error(`The sample experiment ended as ${event.summary.status}: ${event.summary.reason}`)
  }
  const report = await client.experiments.export({ experimentId, format: 'json', withResults: true })
  // The task is called by what the first start of Dewpoint replaces with its id there.
  const exported: unknown = JSON.parse(report.text.replaceAll(task.id, sampleTaskName))
  return withFixedTimes(experimentExportSchema.parse(exported))
}

/** As if one cell had followed the other, from a fixed time on. */
function withFixedTimes(experiment: ExperimentExport): ExperimentExport {
  const { summary, plan, cells } = experiment
  let ts = recordedTs
  const timed = cells.map((cell) => {
    ts += Math.ceil(cell.timeMs.total)
    return { ...cell, finishedTs: ts }
  })
  return {
    ...experiment,
    summary: {
      ...summary,
      id: 'sample',
      contentSha256: createHash('sha256').update(JSON.stringify(plan)).digest('hex'),
      createdTs: recordedTs,
      finishedTs: ts,
    },
    cells: timed,
  }
}
