import type { ReplayResult } from '../../../shared/api/replay.ts'
import type { ReplayPolicyEntry } from '../../../shared/domain/replay-policy.ts'
import type { Dewpoint } from '../../compose.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../context.ts'
import { findTask } from '../find-task.ts'
import { jsonText } from '../output/json.ts'
import { replayText } from '../output/replay-text.ts'
import { createProgress } from '../progress.ts'
import { readPolicyFile } from '../read-policy-file.ts'
import { untilAborted } from '../until-aborted.ts'

export type ReplayOptions = CommonOptions & {
  readonly policy?: string
  /** Tokens. */
  readonly window?: number
  readonly maxCost?: number
}

type Client = Dewpoint['client']

/** `dewpoint replay <task>`. Resolves to 2 where the file of policies is not valid. */
export async function replayCommand(
  name: string,
  options: ReplayOptions,
  context: CommandContext,
): Promise<number> {
  const { folder, terminal } = context
  return withDewpoint(options, context, async ({ client }) => {
    const read = await readPolicyFile(options.policy, client, context)
    if (!read.ok) return 2
    const { id } = await findTask(name, client, folder)
    const result = await replay(client, { taskId: id, policies: read.policies }, options, context)
    await terminal.out(options.json === true ? jsonText(result) : replayText(result))
    return 0
  })
}

async function replay(
  client: Client,
  request: { readonly taskId: string; readonly policies: readonly ReplayPolicyEntry[] | undefined },
  options: ReplayOptions,
  context: CommandContext,
): Promise<ReplayResult> {
  const { taskId, policies } = request
  const { signal } = context
  const progress = createProgress(options, context)
  const input = {
    taskId,
    ...(policies === undefined ? {} : { policies: [...policies] }),
    ...(options.window === undefined ? {} : { windowTokens: options.window }),
    ...(options.maxCost === undefined ? {} : { maxCostUsd: options.maxCost }),
  }
  try {
    for await (const event of untilAborted(await client.replay.run(input, { signal }), signal)) {
      if (event.kind === 'finished') return event.result
      const { label, done, total } = event.progress
      progress.show(label, done, total)
    }
  } finally {
    progress.end()
  }
  throw new Error('The replay ended without a result.')
}
