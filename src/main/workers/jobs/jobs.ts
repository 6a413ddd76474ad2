import type { Job } from '../job.ts'

/** A thread loads what its jobs need, when the first of them comes. */
function createLazyJob<Input, Output, Early>(
  load: () => Promise<Job<Input, Output, Early>>,
): Job<Input, Output, Early> {
  return async (input, context) => (await load())(input, context)
}

/** Every job that a worker can do, by name. */
export const jobs = {
  auditCache: createLazyJob(async () => (await import('./tasks/audit-cache.ts')).auditCache),
  autopsyTask: createLazyJob(async () => (await import('./tasks/view-requests.ts')).autopsyTask),
  checkMessages: createLazyJob(async () => (await import('./results/check-messages.ts')).checkMessages),
  checkResultFile: createLazyJob(
    async () => (await import('./results/check-result-file.ts')).checkResultFile,
  ),
  checkRun: createLazyJob(async () => (await import('./results/check-messages.ts')).checkRun),
  checkTask: createLazyJob(async () => (await import('./results/check-messages.ts')).checkTask),
  compareCounters: createLazyJob(async () => (await import('./compare-counters.ts')).compareCounters),
  priceCut: createLazyJob(async () => (await import('./runs/price-cut.ts')).priceCut),
  compareSession: createLazyJob(async () => (await import('./sessions/compare-session.ts')).compareSession),
  draftSession: createLazyJob(async () => (await import('./sessions/draft-session.ts')).draftSession),
  cutTask: createLazyJob(async () => (await import('./runs/cut-task.ts')).cutTask),
  driftTask: createLazyJob(async () => (await import('./replays/drift-task.ts')).driftTask),
  estimateDrift: createLazyJob(async () => (await import('./replays/estimate-policies.ts')).estimateDrift),
  estimateReplay: createLazyJob(async () => (await import('./replays/estimate-policies.ts')).estimateReplay),
  estimateRun: createLazyJob(async () => (await import('./runs/estimate-run.ts')).estimateRunJob),
  expandResult: createLazyJob(async () => (await import('./results/expand-result.ts')).expandResult),
  inspectTask: createLazyJob(async () => (await import('./tasks/inspect-task.ts')).inspectTask),
  judgeCell: createLazyJob(async () => (await import('./runs/judge-cell.ts')).judgeCell),
  listMessages: createLazyJob(async () => (await import('./tasks/inspect-task.ts')).listMessages),
  listSessions: createLazyJob(async () => (await import('./tasks/list-sessions.ts')).listSessions),
  matchPaths: createLazyJob(async () => (await import('./match-paths.ts')).matchPaths),
  measureContext: createLazyJob(async () => (await import('./tasks/measure-context.ts')).measureContext),
  measureQuality: createLazyJob(async () => (await import('./runs/measure-run.ts')).measureQuality),
  measureRun: createLazyJob(async () => (await import('./runs/measure-run.ts')).measureRun),
  openMeasurement: createLazyJob(async () => (await import('./tasks/task-measurement.ts')).openMeasurement),
  placeIssues: createLazyJob(async () => (await import('./read-yaml-file.ts')).placeIssues),
  readExperiment: createLazyJob(async () => (await import('./read-yaml-file.ts')).readExperiment),
  readPolicies: createLazyJob(async () => (await import('./read-yaml-file.ts')).readPolicies),
  readTask: createLazyJob(async () => (await import('./tasks/read-task.ts')).readTask),
  replayTask: createLazyJob(async () => (await import('./replays/replay-task.ts')).replayTask),
  resultMessages: createLazyJob(async () => (await import('./results/view-result.ts')).readResultMessages),
  resultRows: createLazyJob(async () => (await import('./results/view-result.ts')).buildResultRows),
  resultTexts: createLazyJob(async () => (await import('./results/view-result.ts')).readResultTexts),
  manyResultTexts: createLazyJob(async () => (await import('./results/view-result.ts')).readManyResultTexts),
  runCell: createLazyJob(async () => (await import('./runs/run-cell.ts')).runCell),
  runProvider: createLazyJob(async () => (await import('./runs/run-provider.ts')).runProviderJob),
  searchMessages: createLazyJob(async () => (await import('./tasks/view-message.ts')).searchMessages),
  answerTasks: createLazyJob(async () => (await import('./answer-tasks.ts')).answerTasks),
  guideTasks: createLazyJob(async () => (await import('./guide-tasks.ts')).guideTasks),
  summariseCells: createLazyJob(async () => (await import('./summarise-cells.ts')).summariseCells),
  summariseSweep: createLazyJob(async () => (await import('./replays/summarise-sweep.ts')).summariseSweepJob),
  surveyTask: createLazyJob(async () => (await import('./tasks/survey-task.ts')).surveyTask),
  sweepTask: createLazyJob(async () => (await import('./replays/sweep-task.ts')).sweepTask),
  verifyReport: createLazyJob(async () => (await import('./write-report.ts')).verifyReportJob),
  viewMessage: createLazyJob(async () => (await import('./tasks/view-message.ts')).viewMessage),
  viewPins: createLazyJob(async () => (await import('./tasks/view-pins.ts')).viewPins),
  viewRequest: createLazyJob(async () => (await import('./tasks/view-requests.ts')).viewRequest),
  viewRequests: createLazyJob(async () => (await import('./tasks/view-requests.ts')).viewRequests),
  viewTimeline: createLazyJob(async () => (await import('./tasks/view-timeline.ts')).viewTimeline),
  writeReport: createLazyJob(async () => (await import('./write-report.ts')).writeReportJob),
  rebuildReport: createLazyJob(async () => (await import('./write-report.ts')).rebuildReportJob),
}
export type Jobs = typeof jobs
export type JobName = keyof Jobs
export type JobInput<Name extends JobName> = Parameters<Jobs[Name]>[0]
export type JobOutput<Name extends JobName> = Awaited<ReturnType<Jobs[Name]>>
export type JobEarly<Name extends JobName> = Parameters<NonNullable<Parameters<Jobs[Name]>[1]['onEarly']>>[0]
