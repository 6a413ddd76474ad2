import { withDewpoint, type CommandContext, type CommonOptions } from '../context.ts'
import { findTask } from '../find-task.ts'
import { formatCount } from '../../../shared/lib/count-of.ts'
import { formatPercent, formatTime, oneLine } from '../output/figures.ts'
import { jsonText } from '../output/json.ts'
import { formatTable } from '../output/table.ts'

/** `dewpoint providers`. */
export async function providersCommand(options: CommonOptions, context: CommandContext): Promise<number> {
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

/** `dewpoint runs [task]`, newest first. */
export async function runsCommand(
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
      'No runs yet. Start one with `dewpoint condense <task> --provider lossless`.\n',
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
