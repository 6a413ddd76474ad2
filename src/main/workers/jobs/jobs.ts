import { checkMessages, checkRun, checkTask } from './check-messages.ts'
import { checkResultFile } from './check-result-file.ts'
import { compareCounters } from './compare-counters.ts'
import { cutTask } from './cut-task.ts'
import { driftTask } from './drift-task.ts'
import { estimateDrift } from './estimate-drift.ts'
import { estimateReplay } from './estimate-replay.ts'
import { estimateRunJob } from './estimate-run.ts'
import { expandResult } from './expand-result.ts'
import { inspectTask, listMessages } from './inspect-task.ts'
import { judgeCell } from './judge-cell.ts'
import { measureContext } from './measure-context.ts'
import { measureRun } from './measure-run.ts'
import { readTask } from './read-task.ts'
import { replayTask } from './replay-task.ts'
import { resultMessages, resultRows, resultTexts } from './view-result.ts'
import { runCell } from './run-cell.ts'
import { runProviderJob } from './run-provider.ts'
import { summariseCells } from './summarise-cells.ts'
import { searchMessages, viewMessage } from './view-message.ts'
import { surveyTask } from './survey-task.ts'
import { viewPins } from './view-pins.ts'
import { viewTimeline } from './view-timeline.ts'
import { verifyReportJob, writeReportJob } from './write-report.ts'

/** Every job that a worker can do, by name. */
export const jobs = {
  checkMessages,
  checkResultFile,
  checkRun,
  checkTask,
  compareCounters,
  cutTask,
  driftTask,
  estimateDrift,
  estimateReplay,
  estimateRun: estimateRunJob,
  expandResult,
  inspectTask,
  judgeCell,
  listMessages,
  measureContext,
  measureRun,
  readTask,
  replayTask,
  resultMessages,
  resultRows,
  resultTexts,
  runCell,
  runProvider: runProviderJob,
  searchMessages,
  summariseCells,
  surveyTask,
  verifyReport: verifyReportJob,
  viewMessage,
  viewPins,
  viewTimeline,
  writeReport: writeReportJob,
}
export type Jobs = typeof jobs
export type JobName = keyof Jobs
export type JobInput<Name extends JobName> = Parameters<Jobs[Name]>[0]
export type JobOutput<Name extends JobName> = Awaited<ReturnType<Jobs[Name]>>
