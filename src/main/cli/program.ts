import { Command } from 'commander'
import type { CommonOptions } from './context.ts'
import type { ExpandOptions } from './commands/expand.ts'
import type { ServeOptions } from './commands/serve.ts'
import { addCondenseCommand } from './program/add-condense-command.ts'
import { addContextCommands } from './program/add-context-commands.ts'
import { addDriftCommand } from './program/add-drift-command.ts'
import { addDiscoverCommand } from './program/add-discover-command.ts'
import { addExperimentCommands } from './program/add-experiment-commands.ts'
import { addLibraryCommands } from './program/add-library-commands.ts'
import { addLogsCommand } from './program/add-logs-command.ts'
import { addMetricsCommand } from './program/add-metrics-command.ts'
import { addPinCommands } from './program/add-pin-commands.ts'
import { addPolicyCommand } from './program/add-policy-command.ts'
import { addPresetCommands } from './program/add-preset-commands.ts'
import { addProfileCommands } from './program/add-profile-commands.ts'
import { addPromptCommands } from './program/add-prompt-commands.ts'
import { addRecommendCommand } from './program/add-recommend-command.ts'
import { addReplayCommand } from './program/add-replay-command.ts'
import { addReportCommands } from './program/add-report-commands.ts'
import { addStorageCommands } from './program/add-storage-commands.ts'
import { command, taskHelp, type Runner } from './program/command.ts'
import { folderName, folderNames } from './program/folder-name.ts'
import { port } from './program/numbers.ts'

/** All commands. Each loads its own code when it runs, so that `--help` stays quick. */
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
  addDoors(program, run)
  addDiscoverCommand(program, run)
  addHistoryCommands(program, run)
  addResultCommands(program, run)
  addContextCommands(program, run)
  addPresetCommands(program, run)
  addProfileCommands(program, run)
  addPromptCommands(program, run)
  addPinCommands(program, run)
  addPolicyCommand(program, run)
  addLogsCommand(program, run)
  addMetricsCommand(program, run)
  addRecommendCommand(program, run)
  addReplayCommand(program, run)
  addLibraryCommands(program, run)
  addDriftCommand(program, run)
  addExperimentCommands(program, run)
  addReportCommands(program, run)
  addLists(program, run)
  addStorageCommands(program, run)
  return program
}

function addDoors(program: Command, run: Runner): void {
  command(
    program,
    'open',
    'Open the desktop app, or the browser host where there is no desktop.',
    'open ~/tasks/42',
  )
    .argument('[folder]', 'a task folder, or a folder of task folders', folderName)
    .option('--port <number>', 'port of the browser host, 0 for a free one', port, 0)
    .option('--no-open', 'open no browser')
    .action((folder: string | undefined, options: ServeOptions) =>
      run(async (context) => (await import('./commands/open.ts')).openCommand(folder, options, context)),
    )
  command(
    program,
    'serve',
    'Serve the workbench on 127.0.0.1 and print its address.',
    'serve --port 4680 --no-open',
  )
    .argument('[folders...]', 'folders that may be opened besides the home folder', folderNames, [])
    .option('--port <number>', 'port, 0 for a free one', port, 0)
    .option('--no-open', 'open no browser')
    .action((folders: readonly string[], options: ServeOptions) =>
      run(async (context) => (await import('./commands/serve.ts')).serveCommand(folders, options, context)),
    )
}

function addHistoryCommands(program: Command, run: Runner): void {
  command(
    program,
    'inspect',
    'Show messages, tokens by kind, repeats, broken rules and recorded cost.',
    'inspect ~/tasks/42 --json',
  )
    .argument('<task>', taskHelp)
    .action((task: string, options: CommonOptions) =>
      run(async (context) => (await import('./commands/inspect.ts')).inspectCommand(task, options, context)),
    )
  addCondenseCommand(program, run)
}

function addResultCommands(program: Command, run: Runner): void {
  command(
    program,
    'expand',
    'Turn a reversible result back into its source.',
    'expand small.json --out original.json',
  )
    .argument('<result>', 'a file that `condense --out` wrote, or the id of a run')
    .option('-o, --out <file>', 'write the source to a file')
    .option('--force', 'replace the file if it exists')
    .action((result: string, options: ExpandOptions) =>
      run(async (context) => (await import('./commands/expand.ts')).expandCommand(result, options, context)),
    )
  command(
    program,
    'check',
    'Check a history or a result against the rules; exit code 1 when one is broken.',
    'check small.json',
  )
    .argument('<task|result>', `${taskHelp}; or a result, or the id of a run`)
    .action((name: string, options: CommonOptions) =>
      run(async (context) => (await import('./commands/check.ts')).checkCommand(name, options, context)),
    )
}

function addLists(program: Command, run: Runner): void {
  command(program, 'providers', 'List the condensation providers.', 'providers --json').action(
    (options: CommonOptions) =>
      run(async (context) => (await import('./commands/lists.ts')).providersCommand(options, context)),
  )
  command(program, 'runs', 'List earlier runs, newest first.', 'runs ~/tasks/42')
    .argument('[task]', 'of this task only')
    .action((task: string | undefined, options: CommonOptions) =>
      run(async (context) => (await import('./commands/lists.ts')).runsCommand(task, options, context)),
    )
}
