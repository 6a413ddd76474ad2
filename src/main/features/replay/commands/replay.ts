import type { Command } from 'commander'
import {
  allowCommandsOption,
  addCommand,
  taskHelp,
  type Runner,
} from '../../../terminal/arguments/add-command.ts'
import { findTask } from '../../../terminal/arguments/find-task.ts'
import { price, parseWindowTokens } from '../../../terminal/arguments/numbers.ts'
import { readPolicyFile } from '../../../terminal/arguments/read-policy-file.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { awaitJobResult } from '../../../terminal/jobs/await-job-result.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'
import { describeModelRequests } from '../../models/commands/describe-model-requests.ts'
import { buildReplayDocument } from './build-replay-document.ts'

/** `dewpoint replay`. */
export function addReplayCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'replay',
    'Play a recorded task again under other policies: what each would have cost, and what it would have kept.',
    'replay ~/tasks/42 --policy policies.yaml --json',
  )
    .argument('<task>', taskHelp)
    .option('--policy <file>', 'YAML or JSON with policies, instead of the usual ones')
    .option(
      '--window <tokens>',
      'window of policies that name none (default: 200000, or that of the model where a request was larger)',
      parseWindowTokens,
    )
    .option('--max-cost <usd>', 'what the models of each policy may cost, in $', price)
    .option(...allowCommandsOption)
    .action(run(replayCommand))
}

type ReplayOptions = CommonOptions & {
  readonly policy?: string
  /** Tokens. */
  readonly window?: number
  readonly maxCost?: number
}

/** `dewpoint replay <task>`. Resolves to 2 where the file of policies is not valid. */
async function replayCommand(name: string, options: ReplayOptions, context: CommandContext): Promise<number> {
  return withDewpoint(options, context, async ({ client }) => {
    const read = await readPolicyFile(options.policy, client, context)
    if (!read.ok) return 2
    const { id: taskId } = await findTask(name, client, context.folder)
    const { window: windowTokens, maxCost: maxCostUsd } = options
    const input = { taskId, policies: read.policies, windowTokens, maxCostUsd }
    // Without a file no policy asks a model.
    if (read.policies !== undefined) {
      const estimate = await client.replay.estimate(input, { signal: context.signal })
      context.terminal.err(describeModelRequests(estimate, maxCostUsd))
    }
    const result = await awaitJobResult((more) => client.replay.run(input, more), options, context)
    const hasFile = read.policies !== undefined
    return printAnswer(options, context, result, () => buildReplayDocument(result, { hasFile }))
  })
}
