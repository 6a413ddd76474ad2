import { Command } from 'commander'
import { addMetricsCommand } from '../features/activity/commands/metrics.ts'
import { addAutopsyCommand } from '../features/condensations/commands/autopsy.ts'
import { addCondensationsCommand } from '../features/condensations/commands/condensations.ts'
import { addCheckCommand } from '../features/condense/commands/check.ts'
import { addCompareCommand } from '../features/condense/commands/compare.ts'
import { addCondenseCommand } from '../features/condense/commands/condense.ts'
import { addExpandCommand } from '../features/condense/commands/expand.ts'
import { addExperimentCommands } from '../features/experiments/commands/experiments.ts'
import { addGateCommands } from '../features/gate/commands/gate.ts'
import { addAnswerCommand } from '../features/home/commands/answer.ts'
import { addExplainCommand } from '../features/home/commands/explain.ts'
import { addBackupCommands } from '../features/installation/commands/backup.ts'
import { addDoctorCommand } from '../features/installation/commands/doctor.ts'
import { addLogsCommand } from '../features/installation/commands/logs.ts'
import { addRestoredCommand } from '../features/installation/commands/restored.ts'
import { addDiscoverCommand } from '../features/library/commands/discover.ts'
import { addIndexCommand } from '../features/library/commands/index-library.ts'
import { addInspectCommand } from '../features/library/commands/inspect.ts'
import { addListCommands } from '../features/library/commands/lists.ts'
import { addOverviewCommand } from '../features/library/commands/overview.ts'
import { addPinCommands } from '../features/library/commands/pins.ts'
import { addRequestsCommand } from '../features/library/commands/requests.ts'
import { addSearchCommand } from '../features/library/commands/search.ts'
import { addStatusCommand } from '../features/library/commands/status.ts'
import { addPresetCommands } from '../features/methods/commands/presets.ts'
import { addRecommendCommand } from '../features/methods/commands/recommend.ts'
import { addCostCommand } from '../features/models/commands/cost.ts'
import { addPolicyCommand } from '../features/models/commands/policy.ts'
import { addProfileCommands } from '../features/models/commands/profiles.ts'
import { addPlantedCommand } from '../features/planted/commands/planted.ts'
import { addScoreboardCommand } from '../features/planted/commands/scoreboard.ts'
import { addPromptCommands } from '../features/prompts/commands/prompts.ts'
import { addCacheCommand } from '../features/replay/commands/cache.ts'
import { addDriftCommand } from '../features/replay/commands/drift.ts'
import { addReplayCommand } from '../features/replay/commands/replay.ts'
import { addWhenCommand } from '../features/replay/commands/when.ts'
import { addReportCommands } from '../features/reports/commands/report-verify.ts'
import { addResumeCommand } from '../features/take-home/commands/resume.ts'
import { addUseCommand } from '../features/take-home/commands/use.ts'
import { addWrittenCommand } from '../features/take-home/commands/written.ts'
import { addTeamCommands } from '../features/team/commands/team.ts'
import { addWorkerCommand } from '../features/team/commands/worker.ts'
import type { Runner } from '../terminal/arguments/add-command.ts'
import { addOpenCommand } from './commands/doors/open.ts'
import { addServeCommand } from './commands/doors/serve.ts'

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
  addCondensationsCommand,
  addAutopsyCommand,
  addCacheCommand,
  addWhenCommand,
  addExplainCommand,
  addPlantedCommand,
  addScoreboardCommand,
  addGateCommands,
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
