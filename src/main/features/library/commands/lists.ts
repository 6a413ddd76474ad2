import type { Command } from 'commander'
import { formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { describeCertainty } from '../../../../shared/methods/arms-words.ts'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { findTask } from '../../../terminal/arguments/find-task.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { formatPercent, formatTime, formatOneLine } from '../../../terminal/output/figures.ts'
import { formatJson } from '../../../terminal/output/json.ts'
import { formatTable } from '../../../terminal/output/table.ts'
import { formatAsTyped } from '../../common/find-own-command.ts'

/** `dewpoint providers`, `dewpoint arms` and `dewpoint runs`. */
export function addListCommands(program: Command, run: Runner): void {
  addCommand(program, 'providers', 'List the condensation providers.', 'providers --json').action(
    (options: CommonOptions) => run((context) => runProvidersCommand(options, context)),
  )
  addCommand(
    program,
    'arms',
    'List the ways to condense that experiments, replays and runs can name: those of agents and vendors, and our own.',
    'arms --json',
  ).action((options: CommonOptions) => run((context) => runArmsCommand(options, context)))
  addCommand(program, 'runs', 'List earlier runs, newest first.', 'runs ~/tasks/42')
    .argument('[task]', 'of this task only')
    .action((task: string | undefined, options: CommonOptions) =>
      run((context) => runRunsCommand(task, options, context)),
    )
}

/** `dewpoint providers`. */
async function runProvidersCommand(options: CommonOptions, context: CommandContext): Promise<number> {
  const providers = await withDewpoint(options, context, ({ client }) => client.providers.list())
  await context.terminal.out(
    options.json === true
      ? formatJson(providers)
      : formatTable(
          [{ title: 'provider' }, { title: 'version' }, { title: 'presets' }, { title: 'what it does' }],
          providers.map(({ id, version, presets, description }) => [
            id,
            version,
            presets.map((preset) => preset.id).join(', '),
            formatOneLine(description, 100),
          ]),
        ),
  )
  return 0
}

/** `dewpoint arms`. */
async function runArmsCommand(options: CommonOptions, context: CommandContext): Promise<number> {
  const arms = await withDewpoint(options, context, ({ client }) => client.arms.list())
  await context.terminal.out(
    options.json === true
      ? formatJson(arms)
      : formatTable(
          [
            { title: 'arm' },
            { title: 'follows' },
            { title: 'certainty' },
            { title: 'own trigger' },
            { title: 'needs' },
            { title: 'what it does' },
          ],
          arms.map(({ id, origin, hasOwnTrigger, needsKey, description }) => [
            id,
            origin === null ? '' : `${formatOneLine(origin.source, 60)} ${origin.version}`,
            origin === null ? '' : describeCertainty(origin.certainty),
            hasOwnTrigger ? 'yes' : '',
            needsKey ? 'a key' : '',
            formatOneLine(description, 90),
          ]),
        ),
  )
  return 0
}

/** `dewpoint runs [task]`, newest first. */
async function runRunsCommand(
  taskName: string | undefined,
  options: CommonOptions,
  context: CommandContext,
): Promise<number> {
  const runs = await withDewpoint(options, context, async ({ client }) => {
    if (taskName === undefined) return client.runs.list({})
    return client.runs.list({ taskId: (await findTask(taskName, client, context.folder)).id })
  })
  if (options.json === true) {
    await context.terminal.out(formatJson(runs))
  } else if (runs.length === 0) {
    await context.terminal.out(
      formatAsTyped('No runs yet. Start one with `dewpoint condense <task> --provider lossless`.\n'),
    )
  } else {
    const rows = runs.map(({ id, startedTs, taskTitle, providerId, presetId, status, outcome }) => [
      id,
      formatTime(startedTs),
      providerId,
      presetId ?? '',
      status,
      outcome?.status === 'condensed' ? formatCount(outcome.stats.finalTokens) : '',
      outcome?.status === 'condensed' ? formatPercent(outcome.stats.reductionPercent) : '',
      formatOneLine(taskTitle, 50),
    ])
    await context.terminal.out(formatTable(runColumns, rows))
  }
  return 0
}

const runColumns = [
  { title: 'run' },
  { title: 'started (UTC)' },
  { title: 'provider' },
  { title: 'preset' },
  { title: 'status' },
  { title: 'tokens', align: 'right' },
  { title: 'saved', align: 'right' },
  { title: 'task' },
] as const
