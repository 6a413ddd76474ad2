import type { Job } from '../job.ts'

/** A thread loads what its jobs need, when the first of them comes. */
function lazy<Input, Output>(load: () => Promise<Job<Input, Output>>): Job<Input, Output> {
  return async (input, context) => (await load())(input, context)
}

/** Every job that a worker can do, by name. */
export const jobs = {
  checkMessages: lazy(async () => (await import('./check-messages.ts')).checkMessages),
  checkResultFile: lazy(async () => (await import('./check-result-file.ts')).checkResultFile),
  checkRun: lazy(async () => (await import('./check-messages.ts')).checkRun),
  checkTask: lazy(async () => (await import('./check-messages.ts')).checkTask),
  compareCounters: lazy(async () => (await import('./compare-counters.ts')).compareCounters),
  cutTask: lazy(async () => (await import('./cut-task.ts')).cutTask),
  driftTask: lazy(async () => (await import('./drift-task.ts')).driftTask),
  estimateDrift: lazy(async () => (await import('./estimate-drift.ts')).estimateDrift),
  estimateReplay: lazy(async () => (await import('./estimate-replay.ts')).estimateReplay),
  estimateRun: lazy(async () => (await import('./estimate-run.ts')).estimateRunJob),
  expandResult: lazy(async () => (await import('./expand-result.ts')).expandResult),
  inspectTask: lazy(async () => (await import('./inspect-task.ts')).inspectTask),
  judgeCell: lazy(async () => (await import('./judge-cell.ts')).judgeCell),
  listMessages: lazy(async () => (await import('./inspect-task.ts')).listMessages),
  matchPaths: lazy(async () => (await import('./match-paths.ts')).matchPaths),
  measureContext: lazy(async () => (await import('./measure-context.ts')).measureContext),
  measureQuality: lazy(async () => (await import('./measure-quality.ts')).measureQuality),
  measureRun: lazy(async () => (await import('./measure-run.ts')).measureRun),
  openMeasurement: lazy(async () => (await import('./task-measurement.ts')).openMeasurement),
  placeIssues: lazy(async () => (await import('./read-yaml-file.ts')).placeIssues),
  readExperiment: lazy(async () => (await import('./read-yaml-file.ts')).readExperiment),
  readPolicies: lazy(async () => (await import('./read-yaml-file.ts')).readPolicies),
  readTask: lazy(async () => (await import('./read-task.ts')).readTask),
  replayTask: lazy(async () => (await import('./replay-task.ts')).replayTask),
  resultMessages: lazy(async () => (await import('./view-result.ts')).resultMessages),
  resultRows: lazy(async () => (await import('./view-result.ts')).resultRows),
  resultTexts: lazy(async () => (await import('./view-result.ts')).resultTexts),
  manyResultTexts: lazy(async () => (await import('./view-result.ts')).manyResultTexts),
  runCell: lazy(async () => (await import('./run-cell.ts')).runCell),
  runProvider: lazy(async () => (await import('./run-provider.ts')).runProviderJob),
  searchMessages: lazy(async () => (await import('./view-message.ts')).searchMessages),
  summariseCells: lazy(async () => (await import('./summarise-cells.ts')).summariseCells),
  surveyTask: lazy(async () => (await import('./survey-task.ts')).surveyTask),
  verifyReport: lazy(async () => (await import('./write-report.ts')).verifyReportJob),
  viewMessage: lazy(async () => (await import('./view-message.ts')).viewMessage),
  viewPins: lazy(async () => (await import('./view-pins.ts')).viewPins),
  viewTimeline: lazy(async () => (await import('./view-timeline.ts')).viewTimeline),
  writeReport: lazy(async () => (await import('./write-report.ts')).writeReportJob),
}
export type Jobs = typeof jobs
export type JobName = keyof Jobs
export type JobInput<Name extends JobName> = Parameters<Jobs[Name]>[0]
export type JobOutput<Name extends JobName> = Awaited<ReturnType<Jobs[Name]>>
