import { Command, Help } from 'commander'
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
import { addProbeCommand } from '../features/probe/commands/probe.ts'
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
import { addWatchCommand } from '../features/timeline/commands/watch.ts'
import type { Runner } from '../terminal/arguments/add-command.ts'
import { CliFailure } from '../terminal/cli-failure.ts'
import type { CommandContext } from '../terminal/context.ts'
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
  addWatchCommand,
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
  addProbeCommand,
  addExperimentCommands,
  addWorkerCommand,
  addTeamCommands,
  addReportCommands,
  addListCommands,
  addDoctorCommand,
  addBackupCommands,
  addRestoredCommand,
]

/** What a newcomer needs; `dewpoint help --all` lists every command. */
const firstCommands: ReadonlySet<string> = new Set([
  'open',
  'answer',
  'condensations',
  'autopsy',
  'compare',
  'when',
  'use',
  'gate',
])

const moreHelp = 'Every command: dewpoint help --all. One of them: dewpoint help <command>.\n'

/** The help of the whole: the first commands, and how to see the others. */
export function formatHelp(program: Command): string {
  return `${program.helpInformation()}\n${moreHelp}`
}

/** Which commands the help lists. What is misspelt is compared with all of them. */
function showCommands(program: Command, isShown: (command: Command) => boolean): void {
  program.configureHelp({
    formatHelp: (command, helper) => {
      helper.visibleCommands = (own) => own.commands.filter((one) => own !== program || isShown(one))
      return Help.prototype.formatHelp.call(helper, command, helper)
    },
  })
}

/** `dewpoint help`. */
function addHelpCommand(program: Command, run: Runner): void {
  showCommands(program, (command) => firstCommands.has(command.name()))
  program.addHelpText('after', `\n${moreHelp}`)
  program
    .command('help')
    .description('Show the help of a command, or the commands that there are.')
    .argument('[command...]', 'a command, such as `experiment run`')
    .option('--all', 'list every command')
    .addHelpText('after', '\nExample:\n  dewpoint help experiment run')
    .action(
      run(
        async (
          names: readonly string[],
          { all }: { readonly all?: boolean },
          { terminal }: CommandContext,
        ): Promise<number> => {
          if (all === true) showCommands(program, () => true)
          const found = findCommand(program, names)
          await terminal.out(
            found === program && all !== true ? formatHelp(program) : found.helpInformation(),
          )
          return 0
        },
      ),
    )
}

/** The command that some names lead to. Throws a `CliFailure` where there is none. */
function findCommand(program: Command, names: readonly string[]): Command {
  return names.reduce((command, name) => {
    const found = command.commands.find((one) => one.name() === name)
    if (found !== undefined) return found
    throw new CliFailure({
      message: `There is no command ${names.join(' ')}.`,
      hint: '`dewpoint help --all` lists every command.',
    })
  }, program)
}

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
  addHelpCommand(program, run)
  return program
}
