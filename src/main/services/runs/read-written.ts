import type { ExperimentIssue } from '../../../shared/domain/experiment-file.ts'
import type { EnginePool } from '../../workers/engine-pool.ts'
import { JobOverdue } from '../../workers/run-job.ts'
import type { JobInput, JobOutput } from '../../workers/jobs/jobs.ts'
import type { PlanIssue } from '../experiments/plan-fault.ts'

/** How long the reading of what a person wrote may take, in milliseconds. */
const mostReadingMs = 4000

type Engine = Pick<EnginePool, 'run'>
type Refused = { readonly ok: false; readonly issues: readonly ExperimentIssue[] }

/** Reads an experiment or a file of policies off the main thread; one that takes too long is refused. */
export async function readWritten<Name extends 'readExperiment' | 'readPolicies'>(
  engine: Engine,
  name: Name,
  input: JobInput<Name>,
): Promise<JobOutput<Name> | Refused> {
  try {
    return await engine.run(name, input, { deadlineMs: mostReadingMs })
  } catch (error) {
    if (!(error instanceof JobOverdue)) throw error
    return { ok: false, issues: [tooSlow] }
  }
}

/** Says where in the text stands what is wrong with what it names. */
export async function placeIssuesIn(
  engine: Engine,
  text: string,
  issues: readonly PlanIssue[],
): Promise<Refused> {
  try {
    const placed = await engine.run('placeIssues', { text, issues }, { deadlineMs: mostReadingMs })
    return { ok: false, issues: placed }
  } catch (error) {
    if (!(error instanceof JobOverdue)) throw error
    return {
      ok: false,
      issues: issues.map(({ path, message }) => ({ message, path: path.join('.'), line: 0, column: 0 })),
    }
  }
}

const tooSlow: ExperimentIssue = {
  message: `Reading the text took longer than ${mostReadingMs / 1000} seconds. Make it shorter.`,
  path: '',
  line: 0,
  column: 0,
}
