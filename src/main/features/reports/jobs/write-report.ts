import type { Report } from '../../../../shared/experiments/contract.ts'
import type { Job } from '../../../platform/workers/job.ts'
import { summariseExperiment } from '../../experiments/compute/summarise-experiment.ts'
import type { Summarise } from '../compute/document/report-input.ts'
import { verifyReport, type Verification } from '../compute/verify/verify-report.ts'
import { rebuildReport, writeReport } from '../compute/write-report.ts'

const summarise: Summarise = ({ plan, cells }, baselineId) => summariseExperiment({ plan, cells, baselineId })

/** Writes a report; figures and drawings of a large experiment take a while. */
export const writeReportJob: Job<Omit<Parameters<typeof writeReport>[0], 'summarise'>, Report> = (input) =>
  Promise.resolve(writeReport({ ...input, summarise }))

/** Makes an HTML report anew from the data in one that came from elsewhere. */
export const rebuildReportJob: Job<
  Omit<Parameters<typeof rebuildReport>[0], 'summarise'>,
  ReturnType<typeof rebuildReport>
> = (input) => Promise.resolve(rebuildReport({ ...input, summarise }))

/** Computes the figures of an HTML report anew from the data in it. */
export const verifyReportJob: Job<Omit<Parameters<typeof verifyReport>[0], 'summarise'>, Verification> = (
  input,
) => Promise.resolve(verifyReport({ ...input, summarise }))
