import type { Command } from 'commander'
import type { RunSummary } from '../../../../shared/condense/run-types.ts'
import { alignRight, buildTable, buildText, type Block } from '../../../../shared/document/document.ts'
import { formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatPercent } from '../../../../shared/kernel/format-figures.ts'
import { describeCertainty } from '../../../../shared/methods/arms-words.ts'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { findTask } from '../../../terminal/arguments/find-task.ts'
import type { CommandContext, CommonOptions } from '../../../terminal/context.ts'
import { formatTime, formatOneLine } from '../../../terminal/output/figures.ts'
import { askAndPrint } from '../../../terminal/print-answer.ts'
import type { Dewpoint } from '../../common/dewpoint.ts'

type Client = Dewpoint['client']

/** `dewpoint providers`, `dewpoint arms` and `dewpoint runs`. */
export function addListCommands(program: Command, run: Runner): void {
  addCommand(program, 'providers', 'List the condensation providers.', 'providers --json').action(
    run((options: CommonOptions, context: CommandContext) =>
      askAndPrint(options, context, (client) => client.providers.list(), buildProviders),
    ),
  )
  addCommand(
    program,
    'arms',
    'List the ways to condense that experiments, replays and runs can name: those of agents and vendors, and our own.',
    'arms --json',
  ).action(
    run((options: CommonOptions, context: CommandContext) =>
      askAndPrint(options, context, (client) => client.arms.list(), buildArms),
    ),
  )
  addCommand(program, 'runs', 'List earlier runs, newest first.', 'runs ~/tasks/42')
    .argument('[task]', 'of this task only')
    .action(
      run((task: string | undefined, options: CommonOptions, context: CommandContext) =>
        askAndPrint(
          options,
          context,
          async (client) =>
            client.runs.list(
              task === undefined ? {} : { taskId: (await findTask(task, client, context.folder)).id },
            ),
          buildRuns,
        ),
      ),
    )
}

function buildProviders(providers: Awaited<ReturnType<Client['providers']['list']>>): readonly Block[] {
  return [
    buildTable(
      ['provider', 'version', 'presets', 'what it does'],
      providers.map(({ id, version, presets, description }) => [
        id,
        version,
        presets.map((preset) => preset.id).join(', '),
        formatOneLine(description, 100),
      ]),
    ),
  ]
}

function buildArms(arms: Awaited<ReturnType<Client['arms']['list']>>): readonly Block[] {
  return [
    buildTable(
      ['method', 'follows', 'certainty', 'own trigger', 'needs', 'what it does'],
      arms.map(({ id, origin, hasOwnTrigger, needsKey, description }) => [
        id,
        origin === null ? '' : `${origin.source} ${origin.version}`,
        origin === null ? '' : describeCertainty(origin.certainty),
        hasOwnTrigger ? 'yes' : '',
        needsKey ? 'a key' : '',
        formatOneLine(description, 100),
      ]),
    ),
  ]
}

function buildRuns(runs: readonly RunSummary[]): readonly Block[] {
  if (runs.length === 0)
    return [buildText('No runs yet. Start one with `dewpoint condense <task> --provider lossless`.')]
  return [
    buildTable(
      ['run', 'started (UTC)', 'provider', 'preset', 'status', ...alignRight('tokens', 'saved'), 'task'],
      runs.map(({ id, startedTs, taskTitle, providerId, presetId, status, outcome }) => [
        id,
        formatTime(startedTs),
        providerId,
        presetId ?? '',
        status,
        outcome?.status === 'condensed' ? formatCount(outcome.stats.finalTokens) : '',
        outcome?.status === 'condensed' ? formatPercent(outcome.stats.reductionPercent) : '',
        formatOneLine(taskTitle, 50),
      ]),
    ),
  ]
}
