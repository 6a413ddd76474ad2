import { Option, type Command } from 'commander'
import type { ReportFormat } from '../../../shared/api/experiments.ts'
import type { CheckExperimentOptions } from '../commands/experiment-check.ts'
import type { ExportExperimentOptions } from '../commands/experiment-files.ts'
import type { RunExperimentOptions } from '../commands/experiment-run.ts'
import type { ShowExperimentOptions } from '../commands/experiments.ts'
import type { CommonOptions } from '../context.ts'
import { command, type Runner } from './command.ts'
import { price } from './numbers.ts'

// Written out here, because the schema is loaded only when a command runs.
const formats = ['html', 'md', 'csv', 'json', 'jsonl'] as const satisfies readonly ReportFormat[]
const fileHelp = 'an experiment file (YAML); see examples/'
const experimentHelp = 'id, name, beginning of a name, or the file that it was started from'
const tasksHelp = 'tasks to run on instead of those of the file: folders, files, ids or quoted patterns'

/** `dewpoint experiment …`. */
export function addExperimentCommands(program: Command, run: Runner): void {
  const experiment = program
    .command('experiment')
    .description('Compare condensations on many tasks, with error bars.')
    .helpCommand(false)
  addRun(experiment, run)
  command(
    experiment,
    'check',
    'Say whether a file is a valid experiment, and what it would do.',
    'experiment check examples/ledger.yaml',
  )
    .argument('<file>', fileHelp)
    .option('--tasks <paths...>', tasksHelp)
    .action((file: string, options: CheckExperimentOptions) =>
      run(async (context) =>
        (await import('../commands/experiment-check.ts')).checkExperiment(file, options, context),
      ),
    )
  addLibrary(experiment, run)
  addFiles(experiment, run)
}

function addRun(experiment: Command, run: Runner): void {
  command(
    experiment,
    'run',
    'Run an experiment: exit code 0 when all its assertions hold, 1 when one does not, 3 when one is inconclusive.',
    'experiment run examples/lossless-prelude.yaml --tasks ~/tasks/* --out report.html',
  )
    .argument('<file>', fileHelp)
    .option('--tasks <paths...>', tasksHelp)
    .option('--resume', 'go on with the newest unfinished experiment that does exactly this')
    .option('--retry-failed', 'with what --resume does: try failed cells again, too')
    .option('--max-cost <usd>', 'make no call that could bring the experiment above this', price)
    .option('--no-cache', 'compute every cell and ask models even where the same is there already')
    .addOption(
      new Option('--estimate', 'say what it would probably take, and start nothing').conflicts([
        'out',
        'junit',
        'resume',
        'retryFailed',
      ]),
    )
    .option('--junit <file>', 'write assertions and failed cells as JUnit XML')
    .option('-o, --out <file>', 'write a report; the format is that of its name: html, md, csv, json, jsonl')
    .option('--force', 'replace files that exist')
    .action((file: string, options: RunExperimentOptions) =>
      run(async (context) =>
        (await import('../commands/experiment-run.ts')).runExperimentCommand(file, options, context),
      ),
    )
}

function addLibrary(experiment: Command, run: Runner): void {
  command(experiment, 'list', 'List the experiments, newest first.', 'experiment list', {
    isDefault: true,
  }).action((options: CommonOptions) =>
    run(async (context) => (await import('../commands/experiments.ts')).listExperiments(options, context)),
  )
  command(experiment, 'show', 'Show the figures and verdicts of an experiment.', 'experiment show ledger')
    .argument('<experiment>', experimentHelp)
    .option('--baseline <variant>', 'variant to compare the others with, instead of the file’s')
    .action((name: string, options: ShowExperimentOptions) =>
      run(async (context) =>
        (await import('../commands/experiments.ts')).showExperiment(name, options, context),
      ),
    )
  command(experiment, 'remove', 'Remove an experiment with all its cells.', 'experiment remove ledger')
    .argument('<experiment>', experimentHelp)
    .action((name: string, options: CommonOptions) =>
      run(async (context) =>
        (await import('../commands/experiments.ts')).removeExperiment(name, options, context),
      ),
    )
}

function addFiles(experiment: Command, run: Runner): void {
  command(
    experiment,
    'export',
    'Write a report: to read, to compute with, or to import elsewhere.',
    'experiment export ledger --format html --redact --out report.html',
  )
    .argument('<experiment>', experimentHelp)
    .addOption(
      new Option('--format <format>', 'what to write; else as the name of the file says').choices(formats),
    )
    .option('-o, --out <file>', 'write to a file instead of stdout')
    .option('--force', 'replace the file if it exists')
    .option('--redact', 'replace paths, e-mail addresses, keys and user names')
    .option('--with-results', 'put the condensed contexts into JSON')
    .action((name: string, options: ExportExperimentOptions) =>
      run(async (context) =>
        (await import('../commands/experiment-files.ts')).exportExperiment(name, options, context),
      ),
    )
  command(
    experiment,
    'import',
    'Take the experiment of a JSON or HTML report into the library.',
    'experiment import report.json',
  )
    .argument('<file>', 'a report that `experiment export` wrote')
    .action((file: string, options: CommonOptions) =>
      run(async (context) =>
        (await import('../commands/experiment-files.ts')).importExperiment(file, options, context),
      ),
    )
}
