import { Command } from 'commander'
import { addBackupCommands } from './commands/backup.ts'
import { addCheckCommand } from './commands/check.ts'
import { addCondenseCommand } from './commands/condense.ts'
import { addCostCommand } from './commands/cost.ts'
import { addDiscoverCommand } from './commands/discover.ts'
import { addDoctorCommand } from './commands/doctor.ts'
import { addDriftCommand } from './commands/drift.ts'
import { addExpandCommand } from './commands/expand.ts'
import { addExperimentCommands } from './commands/experiment.ts'
import { addInspectCommand } from './commands/inspect.ts'
import { addListCommands } from './commands/lists.ts'
import { addLogsCommand } from './commands/logs.ts'
import { addMetricsCommand } from './commands/metrics.ts'
import { addOpenCommand } from './commands/open.ts'
import { addOverviewCommand } from './commands/overview.ts'
import { addPinCommands } from './commands/pins.ts'
import { addPolicyCommand } from './commands/policy.ts'
import { addPresetCommands } from './commands/presets.ts'
import { addProfileCommands } from './commands/profiles.ts'
import { addPromptCommands } from './commands/prompts.ts'
import { addRecommendCommand } from './commands/recommend.ts'
import { addReplayCommand } from './commands/replay.ts'
import { addReportCommands } from './commands/report-verify.ts'
import { addSearchCommand } from './commands/search.ts'
import { addServeCommand } from './commands/serve.ts'
import { addStatusCommand } from './commands/status.ts'
import type { Runner } from './program/command.ts'

/** Every command, in the order of the help. */
const commands: readonly ((program: Command, run: Runner) => void)[] = [
  addOpenCommand,
  addServeCommand,
  addDiscoverCommand,
  addInspectCommand,
  addCondenseCommand,
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
  addSearchCommand,
  addOverviewCommand,
  addDriftCommand,
  addExperimentCommands,
  addReportCommands,
  addListCommands,
  addDoctorCommand,
  addBackupCommands,
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
