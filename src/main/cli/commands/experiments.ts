import { withDewpoint, type CommandContext, type CommonOptions } from '../context.ts'
import { findExperiment } from '../find-experiment.ts'
import { experimentJson } from '../output/experiment-json.ts'
import { experimentsText, experimentText } from '../output/experiment-text.ts'
import { oneLine } from '../output/figures.ts'
import { jsonText } from '../output/json.ts'

/** `dewpoint experiment list`. */
export async function listExperiments(options: CommonOptions, context: CommandContext): Promise<number> {
  const experiments = await withDewpoint(options, context, ({ client }) => client.experiments.list())
  await context.terminal.out(options.json === true ? jsonText(experiments) : experimentsText(experiments))
  return 0
}

export type ShowExperimentOptions = CommonOptions & { readonly baseline?: string }

/** `dewpoint experiment show <experiment>`. */
export async function showExperiment(
  name: string,
  options: ShowExperimentOptions,
  context: CommandContext,
): Promise<number> {
  const { folder, terminal } = context
  const { baseline } = options
  const { detail, results } = await withDewpoint(options, context, async ({ client }) => {
    const { id: experimentId } = await findExperiment(name, client, { folder })
    return {
      detail: await client.experiments.get({ experimentId }),
      results: await client.experiments.results({
        experimentId,
        ...(baseline === undefined ? {} : { baselineId: baseline }),
      }),
    }
  })
  await terminal.out(
    options.json === true ? jsonText(experimentJson(detail, results)) : experimentText(detail, results),
  )
  return 0
}

/** `dewpoint experiment remove <experiment>`. */
export async function removeExperiment(
  name: string,
  options: CommonOptions,
  context: CommandContext,
): Promise<number> {
  const { folder, terminal } = context
  const removed = await withDewpoint(options, context, async ({ client }) => {
    const found = await findExperiment(name, client, { folder, isOneOnly: true })
    await client.experiments.remove({ experimentId: found.id })
    return { id: found.id, name: found.name }
  })
  await terminal.out(
    options.json === true
      ? jsonText({ removed })
      : `Experiment ${removed.id} (${oneLine(removed.name)}) removed.\n`,
  )
  return 0
}
