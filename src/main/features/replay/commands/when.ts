import type { Command } from 'commander'
import type { SweepThreshold } from '../../../../shared/replay/sweep-types.ts'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { findTasksOrOwn } from '../../../terminal/arguments/find-own-tasks.ts'
import {
  parseMinutes,
  parseThresholdPercent,
  price,
  parseTokenSize,
  parsePlace,
} from '../../../terminal/arguments/numbers.ts'
import { parseArmIds } from '../../../terminal/arguments/parse-arm-ids.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { awaitJobResult } from '../../../terminal/jobs/await-job-result.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'
import { buildSweepDocument } from './build-sweep-document.ts'

/** `dewpoint when`. */
export function addWhenCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'when',
    'Say at what size to condense: what tasks cost and keep under methods at a range of thresholds.',
    'when ~/tasks --arms claude-code,lossless --at 100k,150k,60% --window 200k',
  )
    .argument(
      '[tasks...]',
      'folders, histories or ids of tasks (default: all that agents keep on this machine)',
    )
    .option('--arms <ids>', 'methods to compare, separated by commas (see `dewpoint arms`)')
    .option('--at <sizes>', 'thresholds separated by commas, such as 50k or 60%', parseSweepThresholds)
    .option(
      '--window <tokens>',
      'window of the model, as 200k or 1M (default: both, without what no task fits)',
      parseTokenSize,
    )
    .option('--tasks <number>', 'only so many of the longest tasks (default: 20)', parsePlace)
    .option(
      '--idle <minutes>',
      'condense idle sessions so long after an answer (default: nine tenths of what the cache lives)',
      parseMinutes,
    )
    .option('--profile <id>', 'model to ask for summaries (needs --max-cost)')
    .option('--max-cost <usd>', 'what the model may cost for each task, method and window, in $', price)
    .action(run(runWhenCommand))
}

type WhenOptions = CommonOptions & {
  readonly arms?: string
  readonly at?: readonly SweepThreshold[]
  /** Tokens. */
  readonly window?: number
  readonly tasks?: number
  /** Minutes. */
  readonly idle?: number
  readonly profile?: string
  readonly maxCost?: number
}

/** `dewpoint when [folder|task]…`. */
async function runWhenCommand(
  names: readonly string[],
  options: WhenOptions,
  context: CommandContext,
): Promise<number> {
  return withDewpoint(options, context, async ({ client }) => {
    const taskIds = await findTasksOrOwn(names, client, context)
    const { arms, at, window, tasks: mostTasks, idle: idleMinutes } = options
    const { profile: profileId, maxCost: maxCostUsd } = options
    const input = {
      taskIds: [...taskIds],
      ...(arms === undefined ? {} : { arms: parseArmIds(arms) }),
      ...(at === undefined ? {} : { thresholds: [...at] }),
      ...(window === undefined ? {} : { windows: [window] }),
      mostTasks,
      idleMinutes,
      profileId,
      maxCostUsd,
    }
    const result = await awaitJobResult((more) => client.sweep.run(input, more), options, context)
    const metrics = await client.experiments.metrics()
    return printAnswer(options, context, result, () => buildSweepDocument(result, metrics))
  })
}

/** Sizes in tokens or percent of the window, with commas between. Throws what commander reports. */
function parseSweepThresholds(text: string): readonly SweepThreshold[] {
  return text.split(',').map((one) => {
    const part = one.trim()
    return part.endsWith('%')
      ? { percent: parseThresholdPercent(part.slice(0, -1)) }
      : { tokens: parseTokenSize(part) }
  })
}
