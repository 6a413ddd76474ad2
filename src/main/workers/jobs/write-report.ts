import type { Report } from '../../../shared/api/experiments.ts'
import { summariseExperiment } from '../../evaluation/results/summarise-experiment.ts'
import type { Summarise } from '../../reports/document/report-input.ts'
import { verifyReport, type Verification } from '../../reports/verify/verify-report.ts'
import { rebuildReport, writeReport } from '../../reports/write-report.ts'
import type { Job } from '../job.ts'

const summarise: Summarise = ({ plan, cells }, baselineId, version) =>
  summariseExperiment({ plan, cells, baselineId, version })

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
