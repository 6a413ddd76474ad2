import { Command } from 'commander'
import type { Runner } from './arguments/command.ts'
import { addOpenCommand } from './commands/doors/open.ts'
import { addServeCommand } from './commands/doors/serve.ts'
import { addExperimentCommands } from './commands/experiments/experiments.ts'
import { addReportCommands } from './commands/experiments/report-verify.ts'
import { addTeamCommands } from './commands/experiments/team.ts'
import { addWorkerCommand } from './commands/experiments/worker.ts'
import { addAnswerCommand } from './commands/library/answer.ts'
import { addDiscoverCommand } from './commands/library/discover.ts'
import { addExplainCommand } from './commands/library/explain.ts'
import { addIndexCommand } from './commands/library/index-library.ts'
import { addListCommands } from './commands/library/lists.ts'
import { addMetricsCommand } from './commands/library/metrics.ts'
import { addOverviewCommand } from './commands/library/overview.ts'
import { addSearchCommand } from './commands/library/search.ts'
import { addWhenCommand } from './commands/library/when.ts'
import { addCostCommand } from './commands/setup/cost.ts'
import { addPolicyCommand } from './commands/setup/policy.ts'
import { addPresetCommands } from './commands/setup/presets.ts'
import { addProfileCommands } from './commands/setup/profiles.ts'
import { addPromptCommands } from './commands/setup/prompts.ts'
import { addRecommendCommand } from './commands/setup/recommend.ts'
import { addUseCommand } from './commands/setup/use.ts'
import { addBackupCommands } from './commands/storage/backup.ts'
import { addDoctorCommand } from './commands/storage/doctor.ts'
import { addLogsCommand } from './commands/storage/logs.ts'
import { addRestoredCommand } from './commands/storage/restored.ts'
import { addAutopsyCommand } from './commands/tasks/autopsy.ts'
import { addCacheCommand } from './commands/tasks/cache.ts'
import { addCheckCommand } from './commands/tasks/check.ts'
import { addCompareCommand } from './commands/tasks/compare.ts'
import { addCondenseCommand } from './commands/tasks/condense.ts'
import { addDriftCommand } from './commands/tasks/drift.ts'
import { addExpandCommand } from './commands/tasks/expand.ts'
import { addInspectCommand } from './commands/tasks/inspect.ts'
import { addPinCommands } from './commands/tasks/pins.ts'
import { addReplayCommand } from './commands/tasks/replay.ts'
import { addRequestsCommand } from './commands/tasks/requests.ts'
import { addResumeCommand } from './commands/tasks/resume.ts'
import { addStatusCommand } from './commands/tasks/status.ts'
import { addWrittenCommand } from './commands/tasks/written.ts'

/** Every command, in the order of the help. */
const commands: readonly ((program: Command, run: Runner) => void)[] = [
  addOpenCommand,
  addServeCommand,
  addAnswerCommand,
  addCompareCommand,
  addDiscoverCommand,
  addInspectCommand,
  addCondenseCommand,
  addUseCommand,
  addResumeCommand,
  addWrittenCommand,
  addExpandCommand,
  addCheckCommand,
  addStatusCommand,
  addCostCommand,
  addPresetCommands,
  addProfileCommands,
  addPromptCommands,
  addPinCommands,
  addPolicyCommand,
  addLogsCommand,
  addMetricsCommand,
  addRecommendCommand,
  addReplayCommand,
  addIndexCommand,
  addSearchCommand,
  addOverviewCommand,
  addDriftCommand,
  addRequestsCommand,
  addAutopsyCommand,
  addCacheCommand,
  addWhenCommand,
  addExplainCommand,
  addExperimentCommands,
  addWorkerCommand,
  addTeamCommands,
  addReportCommands,
  addListCommands,
  addDoctorCommand,
  addBackupCommands,
  addRestoredCommand,
]

/** The command line. What only a running command needs is loaded then, so that `--help` stays quick. */
export function buildProgram(version: string, run: Runner): Command {
  const program = new Command('dewpoint')
    .description('Inspect and compare context condensation in histories of AI coding agents.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    // `--version` behind a command is that command's own.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
  for (const add of commands) add(program, run)
  return program
}
