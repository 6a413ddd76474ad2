import type { Report, ReportCheck, ReportFormat } from '../../../shared/api/experiments.ts'
import type { ExperimentExport } from '../../../shared/domain/experiment.ts'
import { summariseExperiment } from '../../evaluation/results/summarise-experiment.ts'
import { verifyReport } from '../../reports/verify/verify-report.ts'
import { writeReport } from '../../reports/write-report.ts'
import { Problem } from '../problem.ts'
import type { Services } from '../services.ts'
import { experimentDetail } from './stored-experiments.ts'

export type ReportRequest = {
  readonly experimentId: string
  readonly format: ReportFormat
  readonly redact?: boolean | undefined
  readonly withResults?: boolean | undefined
}

/** Writes a report of an experiment. A problem where contexts are asked for that cannot be redacted. */
export async function reportExperiment(
  services: Pick<Services, 'store' | 'engine' | 'info'>,
  { experimentId, format, redact = false, withResults = false }: ReportRequest,
): Promise<Report> {
  if (redact && withResults) {
    throw new Problem({
      code: 'bad-input',
      message: 'A redacted report cannot hold the condensed contexts',
      where: '',
      hint: 'Leave out either of the two.',
    })
  }
  const experiment = await exportedExperiment(services, experimentId, withResults)
  const { baselineId } = experiment.plan
  return writeReport({ format, experiment, cases: [], redact, baselineId, summarise })
}

/** Everything of an experiment that another machine can read again. */
async function exportedExperiment(
  { store, info }: Pick<Services, 'store' | 'info'>,
  experimentId: string,
  withResults: boolean,
): Promise<ExperimentExport> {
  const detail = await experimentDetail({ store }, experimentId)
  const whole = {
    format: 'dewpoint-experiment' as const,
    version: 1 as const,
    writtenBy: info.version,
    ...detail,
  }
  if (!withResults) return whole
  const results: Record<string, string> = {}
  for (const { id, payloadBlob } of await store.experiments.cells(experimentId)) {
    const bytes = payloadBlob === null ? null : await store.blobs.get(payloadBlob)
    if (bytes !== null) results[id] = Buffer.from(bytes).toString('base64')
  }
  return { ...whole, results }
}

/** Holds an HTML report against its own data. A problem where it has none. */
export function checkReport({ info }: Pick<Services, 'info'>, report: string): ReportCheck {
  const verification = verifyReport({ report, summarise, version: info.version })
  if (verification.ok) return verification.check
  throw new Problem({
    code: 'bad-input',
    message: verification.message.replace(/\.$/, ''),
    where: '',
    hint: 'Choose an HTML report as it was exported.',
  })
}

const summarise = ({ plan, cells, ratings }: ExperimentExport, baselineId: string) =>
  summariseExperiment({ plan, cells, ratings, baselineId })
