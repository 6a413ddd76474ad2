import type { Command } from 'commander'
import type { MoreTriggersEntry } from '../../../../shared/replay/replay-policy-types.ts'
import {
  allowCommandsOption,
  addCommand,
  taskHelp,
  type Runner,
} from '../../../terminal/arguments/add-command.ts'
import { findTask } from '../../../terminal/arguments/find-task.ts'
import {
  parseMinutes,
  parseThresholdPercent,
  parseTokenSize,
  parseWindowTokens,
  price,
} from '../../../terminal/arguments/numbers.ts'
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
    .option(
      '--idle [minutes]',
      'try Claude Code’s method on idle sessions as well, so long after an answer (default: nine tenths of what the cache lives)',
      parseMinutes,
    )
    .option('--task-start', 'try it before new tasks as well')
    .option(
      '--prepare <percent>',
      'try it with the result prepared from such a share of the window on',
      parseThresholdPercent,
    )
    .option(
      '--from <tokens>',
      'smallest context for --idle (default: 200k) and --task-start (50k)',
      parseTokenSize,
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
  /** Minutes; true for those of the cache. */
  readonly idle?: number | true
  readonly taskStart?: true
  readonly prepare?: number
  /** Tokens. */
  readonly from?: number
}

/** The triggers that options ask for; undefined for none. */
function readTriggers({ idle, taskStart, prepare, from }: ReplayOptions): MoreTriggersEntry | undefined {
  if (idle === undefined && taskStart === undefined && prepare === undefined) return undefined
  const size = from === undefined ? {} : { tokens: from }
  return {
    ...(idle === undefined ? {} : { idle: { ...(idle === true ? {} : { minutes: idle }), ...size } }),
    ...(taskStart === undefined ? {} : { taskStart: size }),
    ...(prepare === undefined ? {} : { prepare }),
  }
}

/** `dewpoint replay <task>`. Resolves to 2 where the file of policies is not valid. */
async function replayCommand(name: string, options: ReplayOptions, context: CommandContext): Promise<number> {
  return withDewpoint(options, context, async ({ client }) => {
    const read = await readPolicyFile(options.policy, client, context)
    if (!read.ok) return 2
    const { id: taskId } = await findTask(name, client, context.folder)
    const { window: windowTokens, maxCost: maxCostUsd } = options
    const triggers = readTriggers(options)
    const input = { taskId, policies: read.policies, triggers, windowTokens, maxCostUsd }
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
