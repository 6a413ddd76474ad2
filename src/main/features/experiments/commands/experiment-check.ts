import type { Command } from 'commander'
import { measurePlan } from '../../../../shared/experiments/measure-plan.ts'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { drawDocument } from '../../../terminal/output/draw-document.ts'
import { formatJson } from '../../../terminal/output/json.ts'
import { buildExperimentPlan } from './build-experiment-plan.ts'
import { fileHelp, tasksHelp } from './experiment-help.ts'
import { formatExperimentIssues } from './experiment-issues.ts'

/** `dewpoint experiment check`. */
export function addCheckCommand(experiment: Command, run: Runner): void {
  addCommand(
    experiment,
    'check',
    'Check an experiment file, and say what it would run.',
    'experiment check examples/ledger.yaml',
  )
    .argument('<file>', fileHelp)
    .option('--tasks <paths...>', tasksHelp)
    .action(run(checkExperiment))
}

type CheckExperimentOptions = CommonOptions & { readonly tasks?: readonly string[] }

/** `dewpoint experiment check <file>`: what it would do. Resolves to 2 where the file is not valid. */
async function checkExperiment(
  file: string,
  options: CheckExperimentOptions,
  context: CommandContext,
): Promise<number> {
  const { terminal, folder } = context
  const { readExperimentSource } = await import('./experiment-source.ts')
  const { path, namesTasks, ...text } = await readExperimentSource(file, { folder, tasks: options.tasks })
  const check = await withDewpoint(options, context, ({ client }) => client.experiments.check(text))
  if (options.json === true) {
    const { ok } = check
    await terminal.out(
      formatJson(
        check.ok ? { ok, cells: measurePlan(check.plan).cells, needs: check.needs, plan: check.plan } : check,
      ),
    )
    return ok ? 0 : 2
  }
  if (check.ok) await terminal.out(drawDocument(buildExperimentPlan(check.plan, check.needs)))
  else terminal.err(formatExperimentIssues(check.issues, { path, namesTasks }))
  return check.ok ? 0 : 2
}
