import type { DriftResult } from '../../../shared/api/drift.ts'
import type { ContractClient } from '../../../shared/api/contract.ts'
import type { ReplayPolicyEntry } from '../../../shared/domain/replay-policy.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../context.ts'
import { findTask } from '../find-task.ts'
import { driftText } from '../output/drift-text.ts'
import { jsonText } from '../output/json.ts'
import { createProgress } from '../progress.ts'
import { readPolicyFile } from '../read-policy-file.ts'
import { untilAborted } from '../until-aborted.ts'

export type DriftOptions = CommonOptions & {
  readonly policy?: string
  readonly cycles?: number
  readonly maxCost?: number
}

/** `dewpoint drift <task>`. Resolves to 2 where the file of policies is not valid. */
export async function driftCommand(
  name: string,
  options: DriftOptions,
  context: CommandContext,
): Promise<number> {
  return withDewpoint(options, context, async ({ client }) => {
    const read = await readPolicyFile(options.policy, client, context)
    if (!read.ok) return 2
    const { id } = await findTask(name, client, context.folder)
    const result = await drift(client, { taskId: id, policies: read.policies }, options, context)
    await context.terminal.out(options.json === true ? jsonText(result) : driftText(result))
    return 0
  })
}

async function drift(
  client: Pick<ContractClient, 'drift'>,
  request: { readonly taskId: string; readonly policies: readonly ReplayPolicyEntry[] | undefined },
  { cycles, maxCost, ...options }: DriftOptions,
  context: CommandContext,
): Promise<DriftResult> {
  const { taskId, policies } = request
  const { signal } = context
  const progress = createProgress(options, context)
  const input = {
    taskId,
    ...(policies === undefined ? {} : { policies: [...policies] }),
    ...(cycles === undefined ? {} : { cycles }),
    ...(maxCost === undefined ? {} : { maxCostUsd: maxCost }),
  }
  try {
    for await (const event of untilAborted(await client.drift.run(input, { signal }), signal)) {
      if (event.kind === 'finished') return event.result
      const { label, done, total } = event.progress
      progress.show(label, done, total)
    }
  } finally {
    progress.end()
  }
  throw new Error('The drift ended without a result.')
}
