import type { Job } from '../job.ts'

/** A thread loads what its jobs need, when the first of them comes. */
function lazy<Input, Output, Early>(
  load: () => Promise<Job<Input, Output, Early>>,
): Job<Input, Output, Early> {
  return async (input, context) => (await load())(input, context)
}

/** Every job that a worker can do, by name. */
export const jobs = {
  auditCache: lazy(async () => (await import('./tasks/audit-cache.ts')).auditCache),
  autopsyTask: lazy(async () => (await import('./tasks/view-requests.ts')).autopsyTask),
  checkMessages: lazy(async () => (await import('./results/check-messages.ts')).checkMessages),
  checkResultFile: lazy(async () => (await import('./results/check-result-file.ts')).checkResultFile),
  checkRun: lazy(async () => (await import('./results/check-messages.ts')).checkRun),
  checkTask: lazy(async () => (await import('./results/check-messages.ts')).checkTask),
  compareCounters: lazy(async () => (await import('./compare-counters.ts')).compareCounters),
  priceCut: lazy(async () => (await import('./runs/price-cut.ts')).priceCut),
  compareSession: lazy(async () => (await import('./sessions/compare-session.ts')).compareSession),
  draftSession: lazy(async () => (await import('./sessions/draft-session.ts')).draftSession),
  cutTask: lazy(async () => (await import('./runs/cut-task.ts')).cutTask),
  driftTask: lazy(async () => (await import('./replays/drift-task.ts')).driftTask),
  estimateDrift: lazy(async () => (await import('./replays/estimate-policies.ts')).estimateDrift),
  estimateReplay: lazy(async () => (await import('./replays/estimate-policies.ts')).estimateReplay),
  estimateRun: lazy(async () => (await import('./runs/estimate-run.ts')).estimateRunJob),
  expandResult: lazy(async () => (await import('./results/expand-result.ts')).expandResult),
  inspectTask: lazy(async () => (await import('./tasks/inspect-task.ts')).inspectTask),
  judgeCell: lazy(async () => (await import('./runs/judge-cell.ts')).judgeCell),
  listMessages: lazy(async () => (await import('./tasks/inspect-task.ts')).listMessages),
  listSessions: lazy(async () => (await import('./tasks/list-sessions.ts')).listSessions),
  matchPaths: lazy(async () => (await import('./match-paths.ts')).matchPaths),
  measureContext: lazy(async () => (await import('./tasks/measure-context.ts')).measureContext),
  measureQuality: lazy(async () => (await import('./runs/measure-run.ts')).measureQuality),
  measureRun: lazy(async () => (await import('./runs/measure-run.ts')).measureRun),
  openMeasurement: lazy(async () => (await import('./tasks/task-measurement.ts')).openMeasurement),
  placeIssues: lazy(async () => (await import('./read-yaml-file.ts')).placeIssues),
  readExperiment: lazy(async () => (await import('./read-yaml-file.ts')).readExperiment),
  readPolicies: lazy(async () => (await import('./read-yaml-file.ts')).readPolicies),
  readTask: lazy(async () => (await import('./tasks/read-task.ts')).readTask),
  replayTask: lazy(async () => (await import('./replays/replay-task.ts')).replayTask),
  resultMessages: lazy(async () => (await import('./results/view-result.ts')).resultMessages),
  resultRows: lazy(async () => (await import('./results/view-result.ts')).resultRows),
  resultTexts: lazy(async () => (await import('./results/view-result.ts')).resultTexts),
  manyResultTexts: lazy(async () => (await import('./results/view-result.ts')).manyResultTexts),
  runCell: lazy(async () => (await import('./runs/run-cell.ts')).runCell),
  runProvider: lazy(async () => (await import('./runs/run-provider.ts')).runProviderJob),
  searchMessages: lazy(async () => (await import('./tasks/view-message.ts')).searchMessages),
  answerTasks: lazy(async () => (await import('./answer-tasks.ts')).answerTasks),
  guideTasks: lazy(async () => (await import('./guide-tasks.ts')).guideTasks),
  summariseCells: lazy(async () => (await import('./summarise-cells.ts')).summariseCells),
  summariseSweep: lazy(async () => (await import('./replays/summarise-sweep.ts')).summariseSweepJob),
  surveyTask: lazy(async () => (await import('./tasks/survey-task.ts')).surveyTask),
  sweepTask: lazy(async () => (await import('./replays/sweep-task.ts')).sweepTask),
  verifyReport: lazy(async () => (await import('./write-report.ts')).verifyReportJob),
  viewMessage: lazy(async () => (await import('./tasks/view-message.ts')).viewMessage),
  viewPins: lazy(async () => (await import('./tasks/view-pins.ts')).viewPins),
  viewRequest: lazy(async () => (await import('./tasks/view-requests.ts')).viewRequest),
  viewRequests: lazy(async () => (await import('./tasks/view-requests.ts')).viewRequests),
  viewTimeline: lazy(async () => (await import('./tasks/view-timeline.ts')).viewTimeline),
  writeReport: lazy(async () => (await import('./write-report.ts')).writeReportJob),
  rebuildReport: lazy(async () => (await import('./write-report.ts')).rebuildReportJob),
}
export type Jobs = typeof jobs
export type JobName = keyof Jobs
export type JobInput<Name extends JobName> = Parameters<Jobs[Name]>[0]
export type JobOutput<Name extends JobName> = Awaited<ReturnType<Jobs[Name]>>
export type JobEarly<Name extends JobName> = Parameters<NonNullable<Parameters<Jobs[Name]>[1]['onEarly']>>[0]
