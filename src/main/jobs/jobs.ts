import type { Job } from '../platform/workers/job.ts'

/** A thread loads what its jobs need, when the first of them comes. */
function createLazyJob<Input, Output, Early>(
  load: () => Promise<Job<Input, Output, Early>>,
): Job<Input, Output, Early> {
  return async (input, context) => (await load())(input, context)
}

/** Every job that a worker can do, by name. */
export const jobs = {
  askPlantedEnds: createLazyJob(
    async () => (await import('../features/planted/jobs/measure-planted.ts')).askPlantedEnds,
  ),
  auditCache: createLazyJob(async () => (await import('../features/library/jobs/audit-cache.ts')).auditCache),
  autopsyTask: createLazyJob(
    async () => (await import('../features/condensations/jobs/autopsy-task.ts')).autopsyTask,
  ),
  checkMessages: createLazyJob(
    async () => (await import('../features/condense/jobs/check-messages.ts')).checkMessages,
  ),
  checkResultFile: createLazyJob(
    async () => (await import('../features/condense/jobs/check-result-file.ts')).checkResultFile,
  ),
  checkRun: createLazyJob(async () => (await import('../features/condense/jobs/check-messages.ts')).checkRun),
  checkTask: createLazyJob(
    async () => (await import('../features/condense/jobs/check-messages.ts')).checkTask,
  ),
  countKeptThings: createLazyJob(
    async () => (await import('../features/condensations/jobs/autopsy-task.ts')).countKeptThings,
  ),
  copyDatabase: createLazyJob(
    async () => (await import('../features/installation/jobs/care-for-database.ts')).copyDatabase,
  ),
  examineDataFiles: createLazyJob(
    async () => (await import('../features/installation/jobs/care-for-database.ts')).examineDataFiles,
  ),
  compareCounters: createLazyJob(
    async () => (await import('../features/library/jobs/compare-counters.ts')).compareCounters,
  ),
  priceCut: createLazyJob(async () => (await import('../features/experiments/jobs/price-cut.ts')).priceCut),
  compareSession: createLazyJob(
    async () => (await import('../features/take-home/jobs/compare-session.ts')).compareSession,
  ),
  draftSession: createLazyJob(
    async () => (await import('../features/take-home/jobs/draft-session.ts')).draftSession,
  ),
  cutTask: createLazyJob(async () => (await import('../features/experiments/jobs/cut-task.ts')).cutTask),
  driftTask: createLazyJob(async () => (await import('../features/replay/jobs/drift-task.ts')).driftTask),
  draftFork: createLazyJob(async () => (await import('../features/probe/jobs/draft-fork.ts')).draftFork),
  prepareCut: createLazyJob(async () => (await import('../features/probe/jobs/prepare-cut.ts')).prepareCut),
  readFork: createLazyJob(async () => (await import('../features/probe/jobs/read-fork.ts')).readFork),
  estimateDrift: createLazyJob(
    async () => (await import('../features/replay/jobs/estimate-policies.ts')).estimateDrift,
  ),
  estimateReplay: createLazyJob(
    async () => (await import('../features/replay/jobs/estimate-policies.ts')).estimateReplay,
  ),
  estimateRun: createLazyJob(
    async () => (await import('../features/condense/jobs/estimate-run.ts')).estimateRunJob,
  ),
  expandResult: createLazyJob(
    async () => (await import('../features/condense/jobs/expand-result.ts')).expandResult,
  ),
  followPinnedFacts: createLazyJob(
    async () => (await import('../features/condensations/jobs/follow-pinned-facts.ts')).followPinnedFacts,
  ),
  inspectTask: createLazyJob(
    async () => (await import('../features/library/jobs/inspect-task.ts')).inspectTask,
  ),
  judgeCell: createLazyJob(
    async () => (await import('../features/experiments/jobs/judge-cell.ts')).judgeCell,
  ),
  listMessages: createLazyJob(
    async () => (await import('../features/library/jobs/inspect-task.ts')).listMessages,
  ),
  listSessions: createLazyJob(
    async () => (await import('../features/library/jobs/list-sessions.ts')).listSessions,
  ),
  matchPaths: createLazyJob(
    async () => (await import('../features/experiments/jobs/match-paths.ts')).matchPaths,
  ),
  measureContext: createLazyJob(
    async () => (await import('../features/library/jobs/measure-context.ts')).measureContext,
  ),
  measureQuality: createLazyJob(
    async () => (await import('../features/experiments/jobs/measure-run.ts')).measureQuality,
  ),
  measureRun: createLazyJob(
    async () => (await import('../features/experiments/jobs/measure-run.ts')).measureRun,
  ),
  measurePlanted: createLazyJob(
    async () => (await import('../features/planted/jobs/measure-planted.ts')).measurePlanted,
  ),
  playPlanted: createLazyJob(
    async () => (await import('../features/planted/jobs/measure-planted.ts')).playPlanted,
  ),
  openMeasurement: createLazyJob(
    async () => (await import('../features/library/jobs/build-task-measurement.ts')).openMeasurement,
  ),
  putIntoSearch: createLazyJob(
    async () => (await import('../features/library/jobs/search-index-jobs.ts')).putIntoSearch,
  ),
  removeFromSearch: createLazyJob(
    async () => (await import('../features/library/jobs/search-index-jobs.ts')).removeFromSearch,
  ),
  findInSearch: createLazyJob(
    async () => (await import('../features/library/jobs/search-index-jobs.ts')).findInSearch,
  ),
  listSearchSnapshots: createLazyJob(
    async () => (await import('../features/library/jobs/search-index-jobs.ts')).listSearchSnapshots,
  ),
  placeIssues: createLazyJob(
    async () => (await import('../features/experiments/jobs/read-yaml-file.ts')).placeIssues,
  ),
  readGate: createLazyJob(
    async () => (await import('../features/experiments/jobs/read-yaml-file.ts')).readGate,
  ),
  readExperiment: createLazyJob(
    async () => (await import('../features/experiments/jobs/read-yaml-file.ts')).readExperiment,
  ),
  readPolicies: createLazyJob(
    async () => (await import('../features/experiments/jobs/read-yaml-file.ts')).readPolicies,
  ),
  readTask: createLazyJob(async () => (await import('../features/library/jobs/read-task.ts')).readTask),
  replayTask: createLazyJob(async () => (await import('../features/replay/jobs/replay-task.ts')).replayTask),
  resultMessages: createLazyJob(
    async () => (await import('../features/condense/jobs/view-result.ts')).readResultMessages,
  ),
  resultRows: createLazyJob(
    async () => (await import('../features/condense/jobs/view-result.ts')).buildResultRows,
  ),
  resultTexts: createLazyJob(
    async () => (await import('../features/condense/jobs/view-result.ts')).readResultTexts,
  ),
  manyResultTexts: createLazyJob(
    async () => (await import('../features/condense/jobs/view-result.ts')).readManyResultTexts,
  ),
  runCell: createLazyJob(async () => (await import('../features/experiments/jobs/run-cell.ts')).runCell),
  runMethods: createLazyJob(
    async () => (await import('../features/condense/jobs/run-methods.ts')).runMethods,
  ),
  searchMessages: createLazyJob(
    async () => (await import('../features/library/jobs/view-message.ts')).searchMessages,
  ),
  answerTasks: createLazyJob(async () => (await import('../features/home/jobs/answer-tasks.ts')).answerTasks),
  guideTasks: createLazyJob(async () => (await import('../features/home/jobs/guide-tasks.ts')).guideTasks),
  summariseCells: createLazyJob(
    async () => (await import('../features/experiments/jobs/summarise-cells.ts')).summariseCells,
  ),
  summariseSweep: createLazyJob(
    async () => (await import('../features/replay/jobs/summarise-sweep.ts')).summariseSweepJob,
  ),
  surveyTask: createLazyJob(async () => (await import('../features/library/jobs/survey-task.ts')).surveyTask),
  sweepTask: createLazyJob(async () => (await import('../features/replay/jobs/sweep-task.ts')).sweepTask),
  verifyReport: createLazyJob(
    async () => (await import('../features/reports/jobs/write-report.ts')).verifyReportJob,
  ),
  viewMessage: createLazyJob(
    async () => (await import('../features/library/jobs/view-message.ts')).viewMessage,
  ),
  viewPins: createLazyJob(async () => (await import('../features/library/jobs/view-pins.ts')).viewPins),
  viewRequest: createLazyJob(
    async () => (await import('../features/library/jobs/view-requests.ts')).viewRequest,
  ),
  viewRequests: createLazyJob(
    async () => (await import('../features/library/jobs/view-requests.ts')).viewRequests,
  ),
  forecastLoss: createLazyJob(
    async () => (await import('../features/timeline/jobs/forecast-loss.ts')).forecastLoss,
  ),
  viewLive: createLazyJob(async () => (await import('../features/timeline/jobs/view-live.ts')).viewLive),
  viewTimeline: createLazyJob(
    async () => (await import('../features/library/jobs/view-timeline.ts')).viewTimeline,
  ),
  writeReport: createLazyJob(
    async () => (await import('../features/reports/jobs/write-report.ts')).writeReportJob,
  ),
  rebuildReport: createLazyJob(
    async () => (await import('../features/reports/jobs/write-report.ts')).rebuildReportJob,
  ),
}
export type Jobs = typeof jobs
export type JobName = keyof Jobs
export type JobInput<Name extends JobName> = Parameters<Jobs[Name]>[0]
export type JobOutput<Name extends JobName> = Awaited<ReturnType<Jobs[Name]>>
export type JobEarly<Name extends JobName> = Parameters<NonNullable<Parameters<Jobs[Name]>[1]['onEarly']>>[0]
