import { asTyped } from '../../../services/own-command.ts'
import { certaintyText } from '../../../../shared/words/arms.ts'
import { formatCount } from '../../../../shared/lib/count-of.ts'
import type { Command } from 'commander'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../context.ts'
import { command, type Runner } from '../../arguments/command.ts'
import { findTask } from '../../arguments/find-task.ts'
import { formatPercent, formatTime, oneLine } from '../../output/figures.ts'
import { jsonText } from '../../output/json.ts'
import { formatTable } from '../../output/table.ts'

/** `dewpoint providers`, `dewpoint arms` and `dewpoint runs`. */
export function addListCommands(program: Command, run: Runner): void {
  command(program, 'providers', 'List the condensation providers.', 'providers --json').action(
    (options: CommonOptions) => run((context) => providersCommand(options, context)),
  )
  command(
    program,
    'arms',
    'List the ways to condense that experiments, replays and runs can name: those of agents and vendors, and our own.',
    'arms --json',
  ).action((options: CommonOptions) => run((context) => armsCommand(options, context)))
  command(program, 'runs', 'List earlier runs, newest first.', 'runs ~/tasks/42')
    .argument('[task]', 'of this task only')
    .action((task: string | undefined, options: CommonOptions) =>
      run((context) => runsCommand(task, options, context)),
    )
}

/** `dewpoint providers`. */
async function providersCommand(options: CommonOptions, context: CommandContext): Promise<number> {
  const providers = await withDewpoint(options, context, ({ client }) => client.providers.list())
  await context.terminal.out(
    options.json === true
      ? jsonText(providers)
      : formatTable(
          [{ title: 'provider' }, { title: 'version' }, { title: 'presets' }, { title: 'what it does' }],
          providers.map(({ id, version, presets, description }) => [
            id,
            version,
            presets.map((preset) => preset.id).join(', '),
            oneLine(description, 100),
          ]),
        ),
  )
  return 0
}

/** `dewpoint arms`. */
async function armsCommand(options: CommonOptions, context: CommandContext): Promise<number> {
  const arms = await withDewpoint(options, context, ({ client }) => client.arms.list())
  await context.terminal.out(
    options.json === true
      ? jsonText(arms)
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
            origin === null ? '' : `${oneLine(origin.source, 60)} ${origin.version}`,
            origin === null ? '' : certaintyText(origin.certainty),
            hasOwnTrigger ? 'yes' : '',
            needsKey ? 'a key' : '',
            oneLine(description, 90),
          ]),
        ),
  )
  return 0
}

/** `dewpoint runs [task]`, newest first. */
async function runsCommand(
  taskName: string | undefined,
  options: CommonOptions,
  context: CommandContext,
): Promise<number> {
  const runs = await withDewpoint(options, context, async ({ client }) => {
    if (taskName === undefined) return client.runs.list({})
    return client.runs.list({ taskId: (await findTask(taskName, client, context.folder)).id })
  })
  if (options.json === true) {
    await context.terminal.out(jsonText(runs))
  } else if (runs.length === 0) {
    await context.terminal.out(
      asTyped('No runs yet. Start one with `dewpoint condense <task> --provider lossless`.\n'),
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
      oneLine(taskTitle, 50),
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
